import { expect } from 'chai';
import { renderMarkdown } from '../../../widget/markdown/index.ts';
import { eachFrame, words } from './streamed.ts';

function render(markdown: string): string {
  const box = document.createElement('div');
  box.append(renderMarkdown(markdown));
  for (const element of box.querySelectorAll('[dir]')) element.removeAttribute('dir');
  return box.innerHTML.trim().replaceAll('\n', '');
}

const CASES = [
  ['a ==mark **b**== c', '<p>a <mark>mark <strong>b</strong></mark> c</p>'],
  ['said【1†source】 and【4:1†guide.pdf】.', '<p>said[1] and[2].</p>'],
  ['H~2~O, CO~2~, x~i~', '<p>H~2~O, CO~2~, x~i~</p>'],
  ['H<sub>2</sub>O at 4&nbsp;&deg;C', '<p>H<sub>2</sub>O at 4&nbsp;°C</p>'],
  ['> [!NOTE]\n> Words', '<blockquote><p><strong>NOTE</strong><br>Words</p></blockquote>'],
  ['> [!Tip]\n>\n> - one', '<blockquote><p><strong>Tip</strong></p><ul><li>one</li></ul></blockquote>'],
  ['> [!tip]- Folded', '<blockquote><p><strong>tip</strong> Folded</p></blockquote>'],
  // Not struck through
  ['~5 km to ~7 km, ~$5-~$10 (~20~30 min)', '<p>~5 km to ~7 km, ~$5-~$10 (~20~30 min)</p>'],
  ['9:00~17:00, 3~5日、500円~。', '<p>9:00~17:00, 3~5日、500円~。</p>'],
  ['월~금 9시~18시, 약 ~5분~10분', '<p>월~금 9시~18시, 약 ~5분~10분</p>'],
  ['PATH=~/bin:~/go/bin, ~/a and ~/b', '<p>PATH=~/bin:~/go/bin, ~/a and ~/b</p>'],
  // Markdown beside the tags is rendered
  ['約5~**10**~20分', '<p>約5~<strong>10</strong>~20分</p>'],
  ['A~`x`~B', '<p>A~<code>x</code>~B</p>'],
  // No mark of a dialect
  ['but ~not~ and ~~struck~~', '<p>but ~not~ and <del>struck</del></p>'],
  ['x==1 and y==2, a == b', '<p>x==1 and y==2, a == b</p>'],
  ['【重要】と【1】', '<p>【重要】と【1】</p>'],
  ['> [!note] words', '<blockquote><p><strong>note</strong> words</p></blockquote>'],
  ['> [!note]words', '<blockquote><p>[!note]words</p></blockquote>'],
] as const;

describe('marks of dialects beyond GFM, such as ==highlight==', () => {
  for (const [markdown, html] of CASES) {
    it(`render ${JSON.stringify(markdown)} as ${html}`, () => {
      expect(render(markdown)).to.equal(html);
    });
  }

  it('show no half of a mark while they arrive', () => {
    for (const [markdown] of CASES.slice(0, 6)) {
      const final = words(renderMarkdown(markdown));
      eachFrame(markdown, 1, (box, received) =>
        expect(final.startsWith(words(box)), `${received} shows ${words(box)}`).to.equal(true),
      );
    }
  });

  it('show an image inside of ==highlighted words== before the text ends', () => {
    let shown = '';
    eachFrame('==![pic](u)== and', 1, (box) => (shown = words(box)));
    expect(shown).to.equal(words(renderMarkdown('==![pic](u)== and')));
  });

  it('take a bold `[!NOTE]` for an alert only in the first line of a quote', () => {
    eachFrame('**[!WARNING]\nWords**', 1, (box, received) =>
      expect(box.querySelector('strong strong'), received).to.equal(null),
    );
  });
});
