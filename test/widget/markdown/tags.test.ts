import { expect } from 'chai';
import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/index.ts';
import { fillWithHtml, loadSanitizer } from '../../../widget/markdown/sanitize.ts';
import { outline } from './dom-outline.ts';
import { eachFrame, streamed, words } from './streamed.ts';

const TABLE = 'One\n\n<table><tr><td>two</td></tr></table>\n\nThree';

function html(markdown: string): string {
  const box = document.createElement('div');
  box.append(renderMarkdown(markdown));
  return box.innerHTML.replace(/ dir="(?:auto|ltr)"/g, '').trim();
}

describe('until the sanitizer has loaded', () => {
  it('a block of HTML is shown as text, and filled later, in a stream and in one render', async () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    for (const character of TABLE) {
      stream.push(character);
      stream.flush();
    }
    const once = renderMarkdown(TABLE);
    for (const drawn of [box, once])
      expect(drawn.textContent).to.contain('<table><tr><td>two</td></tr></table>');
    await loadSanitizer();
    expect(box.querySelector('td')?.textContent).to.equal('two');
    stream.end();
    expect(outline(box)).to.equal(outline(once));
    expect(outline(box)).to.equal(outline(renderMarkdown(TABLE)));
  });
});

describe('HTML in an answer', () => {
  before(loadSanitizer);

  for (const text of [
    'Replace <your-api-key> with yours.',
    'A List<String> and a Map<K, List<V>>.',
    'Use the <details> element for that.',
    'Old HTML used <b> and <i>.',
    '<div>',
    'Put <script>alert(1)</script> or <svg onload=x> here.',
    '<form action="x">',
    'a <b onclick="x()">b</b> <kbd id=x>c</kbd>',
    '<a>no address</a> <img alt="none">',
    '<!-- not closed',
    '<details>\nwithout a summary\n</details>',
    '<details><summary>never closed</summary>',
    '<table><tr><td>never closed',
    '</p>',
    '<?php echo 1; ?> <!DOCTYPE html> <![CDATA[x]]>',
    '<a title="*not slanted*">',
  ]) {
    it(`is shown as text: ${text.split('\n', 1)[0]}`, () => {
      expect(words(renderMarkdown(text))).to.equal(text.replace(/\s+/g, ''));
    });
  }

  for (const [markdown, expected] of [
    ['H<sub>2</sub>O<br/>b</br>c', '<p>H<sub>2</sub>O<br>b<br>c</p>'],
    ['<kbd>**a** `</kbd>`</kbd>', '<p><kbd><strong>a</strong> <code>&lt;/kbd&gt;</code></kbd></p>'],
    ['<b>a <b>b</b> c</b>', '<p><b>a <b>b</b> c</b></p>'],
    ['**a <u>b** c</u>', '<p>**a <u>b** c</u></p>'],
    ['a <!-- b\nc --> d', '<p>a  d</p>'],
    ['<abbr title="a &amp; b">c</abbr>', '<p><abbr title="a &amp; b">c</abbr></p>'],
    ['[a <a href="/x">b</a>](/y)', '<p><a href="/y" rel="noopener noreferrer nofollow">a b</a></p>'],
    ['<a href="javascript:x()">a</a>', '<p><a>a</a></p>'],
    [
      '<details><summary>a</summary>\n\n- b\n\n</details>',
      '<details><summary>a</summary>\n<ul>\n<li>b</li>\n</ul>\n</details>',
    ],
    [
      '- <details open><summary>a</summary>\n\n  b\n\n  </details>',
      '<ul>\n<li><details open=""><summary>a</summary>\n<p>b</p>\n</details>\n</li>\n</ul>',
    ],
    ['<div>a <my-x>b</my-x></div>', '<div><div>a &lt;my-x&gt;b&lt;/my-x&gt;</div></div>'],
    [
      'a\n<table><tr><td style="color:red">b</table>\nc',
      '<p>a</p>\n<div><table><tbody><tr><td>b</td></tr></tbody></table></div>\n<p>c</p>',
    ],
  ] as const) {
    it(`is rendered where its element is allowed: ${markdown.split('\n', 1)[0]}`, () => {
      expect(html(markdown)).to.equal(expected);
      expect(streamed(markdown)).to.equal(outline(renderMarkdown(markdown)));
    });
  }

  it('never changes the blocks after its own', () => {
    expect(html('<b>a\n\nb</b>')).to.equal('<p>&lt;b&gt;a</p>\n<p>b&lt;/b&gt;</p>');
  });

  for (const text of [
    'Press <kbd>Ctrl</kbd> + <kbd>C</kbd>, or <b>not *so* soon</b>: <a href="https://a.test/b">there</a>.',
    'A List<String> of <your-key> and <b> and 1 <2, 3 < 4 <= 5.',
    'Words\n\n<details>\n<summary>More <b>of it</b></summary>\n\nHidden `</details>`.\n\n</details>\n\nEnd',
    'Words\n\n<table>\n<tr><th>a</th></tr>\n<tr><td>b</td></tr>\n</table>\n\n<!-- a\ncomment -->\n\nEnd',
  ]) {
    it(`shows no text in a frame that the final text does not have: ${text.split('\n', 1)[0]}`, () => {
      const final = words(renderMarkdown(text));
      eachFrame(text, 1, (box, received) => expect(final.startsWith(words(box)), received).to.equal(true));
    });
  }

  it('is no longer open when its list item has ended', () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    stream.push('- <details>\n  <summary>One</summary>\n\n- Two');
    stream.flush();
    expect(box.querySelector('details')).to.equal(null);
    expect(box.textContent).to.contain('<summary>One</summary>');
    stream.dispose();
  });

  it('does not keep the blocks behind an unclosed tag from being frozen', () => {
    const frozen: string[] = [];
    const box = document.createElement('div');
    const stream = new MarkdownStream(box, {}, { onFrozen: (nodes) => frozen.push(...nodes.map(words)) });
    for (const text of ['<div>\n\nOne\n\n<b>Two\n\nThree\n\nF']) stream.push(text);
    stream.flush();
    expect(frozen.filter(Boolean)).to.deep.equal(['<div>', 'One', '<b>Two', 'Three']);
    stream.dispose();
  });
});

describe('the sanitized content of a block of HTML', () => {
  before(loadSanitizer);

  for (const [title, source, expected] of [
    ['has no event handlers and styles', '<p title="a" onclick="x()" style="a">b</p>', '<p title="a">b</p>'],
    [
      'has no event handler behind an attribute value with a quote in it',
      `<p title=it's onclick=x()>words</p>`,
      `<p title="it's">words</p>`,
    ],
    [
      'shows tags as text whose elements would swallow or hide what follows',
      '<div><template>a</template><select>b</select><math>c</math></div>',
      '<div>&lt;template&gt;a&lt;/template&gt;&lt;select&gt;b&lt;/select&gt;&lt;math&gt;c&lt;/math&gt;</div>',
    ],
    [
      'keeps words that look like an attribute',
      '<p>set style="x" onclick=y</p>',
      '<p>set style="x" onclick=y</p>',
    ],
  ] as const) {
    it(title, () => {
      const box = document.createElement('div');
      fillWithHtml(box, source, { policy: {} });
      expect(box.innerHTML.replaceAll(' dir="auto"', '')).to.equal(expected);
    });
  }
});
