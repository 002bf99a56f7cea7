import { expect } from 'chai';
import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/index.ts';
import { loadWindow } from '../../../widget/markdown/window-loader.ts';
import { outline } from './dom-outline.ts';
import { loadSpecExamples } from './spec-examples.ts';
import { streamed } from './stream-case.ts';

// So that every document goes through the window from its first character.
await loadWindow();

/** Resolves when something is drawn into the box. */
function drawn(box: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    new MutationObserver(() => resolve()).observe(box, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}

describe('MarkdownStream', () => {
  for (const name of ['commonmark', 'gfm'] as const) {
    it(`draws every ${name} example, one character at a time, as renderMarkdown does`, async () => {
      for (const [number, markdown] of await loadSpecExamples(name)) {
        expect(streamed(markdown), `example ${number}`).to.equal(outline(renderMarkdown(markdown)));
      }
    }).timeout(60_000);
  }

  it('draws what was pushed together, later', async () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    stream.push('Hel');
    stream.push('lo');
    expect(box.textContent).to.equal('');
    await drawn(box);
    expect(box.textContent?.trim()).to.equal('Hello');
  });

  it('draws at once on flush and on end', () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    stream.push('a');
    stream.flush();
    expect(box.textContent?.trim()).to.equal('a');
    stream.push('b');
    stream.end();
    expect(box.textContent?.trim()).to.equal('ab');
  });

  it('throws when pushed to after its end', () => {
    const stream = new MarkdownStream(document.createElement('div'));
    stream.end();
    expect(() => stream.push('x')).to.throw(TypeError);
  });

  it('ends more than once without harm', () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    stream.push('a');
    stream.end();
    stream.end();
    expect(box.textContent?.trim()).to.equal('a');
  });

  it('draws nothing after dispose', async () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    stream.push('a');
    stream.dispose();
    const later = document.createElement('div');
    new MarkdownStream(later).push('b');
    await drawn(later);
    expect(box.childNodes).to.have.length(0);
  });

  it('takes a stream of strings', async () => {
    const box = document.createElement('div');
    const { writable } = new MarkdownStream(box);
    await new Response('**a** b').body!.pipeThrough(new TextDecoderStream()).pipeTo(writable);
    expect(outline(box)).to.equal(outline(renderMarkdown('**a** b')));
  });

  it('keeps the nodes of finished blocks', () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    stream.push('One.\n\nTwo');
    stream.flush();
    const first = box.firstChild;
    stream.push(' and more.\n\n- three');
    stream.end();
    expect(box.firstChild).to.equal(first);
  });

  it('keeps a definition as marked read it first, when lazy lines make it read a quote twice', () => {
    const markdown = '> * [label]: /x\n"title"\n*\n[label]\n\nMore.\n\n[label]';
    expect(streamed([markdown])).to.equal(outline(renderMarkdown(markdown)));
    expect(streamed(markdown)).to.equal(outline(renderMarkdown(markdown)));
  });

  it('keeps the direction of a list and a table that grow', () => {
    const bodies = ['- שלום עולם\n', '1. שלום עולם\n', '| שלום | עולם |\n|---|---|\n'];
    for (const start of bodies) {
      const markdown = start + `${start.split('\n', 1)[0]}\n`.repeat(60);
      const box = document.createElement('div');
      const stream = new MarkdownStream(box);
      for (const line of markdown.split(/(?<=\n)/)) {
        stream.push(line);
        stream.flush();
        const block = box.firstElementChild;
        expect(block?.matches('ul, ol, table') ? block.matches(':dir(rtl)') : true, line).to.equal(true);
      }
      stream.end();
      expect(outline(box)).to.equal(outline(renderMarkdown(markdown)));
    }
  });

  it('forgets a link whose definition turned out to be none', () => {
    const pieces = ['[two]\n\n-\n[two]::', ' a\n\nMore.\n\n'];
    expect(streamed(pieces)).to.equal(outline(renderMarkdown(pieces.join(''))));
  });

  for (const [title, markdown] of [
    ['a title over several lines', '[a]: /x\n"The\ntitle\nof it"\n\nSee [a].\n'],
    ['a title that reads like code', "[a]: /x\n    'The\ntitle'\n\nSee [a].\n"],
    ['a title with a backslash', "[a]: /x\n'The \\\\title'\nSee [a].\n"],
    ['words that only begin like a title', '[a]: /x\n"The\nwords [a]\n\nSee [a].\n'],
    ['a title that a heading breaks off', '[a]: /x\n"The\n# Heading\ntitle"\n\nSee [a].\n'],
    ['a label that a heading breaks off', '[a\n# Heading\n]: /x\n\nSee [a].\n'],
    ['a definition in a list item, with spaces behind it', '- [a]: /x  \n  [a]>\n\n- b\n'],
    ['a title behind a definition in a list', "- [a]: /x \n'title'\n[a]\n"],
    ['a delimiter in the label of a definition', '[a*]: /x\n*[a*]\n\nMore.\n'],
    ['half a tag behind a marker that could underline a heading', '``` `\na\n- <div'],
    ['a list item with a space of another kind at its end', '- one\u00A0\ntwo\u3000\n* \u00A0\n*'],
    ['half a delimiter row below what looks like a list item', 'o\n1.\n-:>'],
    ['a mark before a pipe below what could be a title', '[l]: >\n""\n-|>'],
    ['a name without its semicolon in a title', '[a](/x "&uml1;")\n'],
    ['a line that underlines a table without pipes', 'Words\nmore\n-:\n-'],
  ] as const) {
    it(`reads ${title} as renderMarkdown does, at every split`, () => {
      const wanted = outline(renderMarkdown(markdown));
      for (let at = 0; at < markdown.length; at++) {
        expect(streamed([markdown.slice(0, at), markdown.slice(at)]), `split at ${at}`).to.equal(wanted);
        expect(streamed([markdown.slice(0, at), ...markdown.slice(at)]), `then one by one`).to.equal(wanted);
      }
    });
  }

  for (const [place, before] of [
    ['above it', '[a]: /x\n\nSee [a'],
    ['in the list it stands in', '- [a]: /x\n- See [a'],
    ['in the item it stands in', '- [a]: /x\n\n  See [a'],
    ['in a quote in the list', '- > [a]: /x\n  >\n  > words\n- See [a'],
  ] as const) {
    it(`links what is defined ${place} as soon as it is there`, () => {
      const box = document.createElement('div');
      const stream = new MarkdownStream(box);
      for (const piece of [before, '] ', 'w']) {
        stream.push(piece);
        stream.flush();
      }
      expect(box.querySelector('a')?.getAttribute('href')).to.equal('/x');
      stream.dispose();
    });
  }

  it('links what a definition above it defines, in a long block that arrives with it', () => {
    const pieces = [`[label]: /x\n- see [label] ${'and more words '.repeat(40)}\n  > more\n\n`, 'Last.\n'];
    expect(streamed(pieces)).to.equal(outline(renderMarkdown(pieces.join(''))));
  });

  it('tells text that reads like a tag from the tag', () => {
    const pieces = ['好~~C  \n![<br>|'];
    expect(streamed(pieces)).to.equal(outline(renderMarkdown(pieces.join(''))));
  });

  it('leaves code in its list item that begins like a quote and is indented less than the item', () => {
    const code = `     >+ ${'some words '.repeat(30)}\n     > and more\n     > last`;
    const pieces = [`   +  Item\n      > \n${code}`];
    expect(streamed(pieces)).to.equal(outline(renderMarkdown(pieces.join(''))));
  });

  it('lets a list with a tab behind its marker end a paragraph that would become a heading', () => {
    const pieces = ['Words\n-\tItem\n='];
    expect(streamed(pieces)).to.equal(outline(renderMarkdown(pieces.join(''))));
    expect(streamed(pieces)).to.include('<ul');
  });

  it('reads on in a long item behind a line that is indented as deep as code', () => {
    const pieces = [
      `-\t${'some words '.repeat(20)}\n        ${'and more '.repeat(20)}\n       Last`,
      '\n```\n',
    ];
    expect(streamed(pieces)).to.equal(outline(renderMarkdown(pieces.join(''))));
  });

  it('reads on in a long tight item behind a list in it', () => {
    const list = `- *\n    ${'some words '.repeat(20)}\n  =\n`;
    const pieces = [`${list}  \`\`\`code\`\`\` and words\n\n\n`, '\\\n'];
    expect(streamed(pieces)).to.equal(outline(renderMarkdown(pieces.join(''))));
  });

  it('reads on in a long loose item behind a list whose content stands further in', () => {
    const pieces = [
      `- 1.  Item\n\n     ${'some words '.repeat(30)}\n  2. [label]: /x\n     more`,
      ' words\n',
    ];
    expect(streamed(pieces)).to.equal(outline(renderMarkdown(pieces.join(''))));
  });

  it('waits for the delimiter row of a table in a long item that would end the words before it', () => {
    for (const row of ['| -', '-:']) {
      const pieces = [`- ${'some words '.repeat(30)}\n  more\n  ${row}`, 'd\n\nLast.\n'];
      expect(streamed(pieces)).to.equal(outline(renderMarkdown(pieces.join(''))));
      const quoted = pieces.map((piece) => piece.replaceAll('\n  ', '\n> ').replace('- ', '> words\n>\n> '));
      expect(streamed(quoted)).to.equal(outline(renderMarkdown(quoted.join(''))));
    }
  });

  it('reads on in a long item behind a quote with a list that a line without a marker goes on in', () => {
    const quote = `- Item\n\n  > - ${'some words '.repeat(30)}\n  lazy\n`;
    const pieces = [`${quote}\n    words\n      more\n`, '      and more\n'];
    expect(streamed(pieces)).to.equal(outline(renderMarkdown(pieces.join(''))));
  });

  it('holds an item back with what may be a definition in it: its marker alone would be a delimiter row', () => {
    const pieces = ['|\n*\n- [t'];
    expect(streamed(pieces)).to.equal(outline(renderMarkdown(pieces.join(''))));
  });

  it('reads a paragraph again as it read it with the line behind it', () => {
    const pieces = ['|\n[text][label]\n    *\n-\n'];
    expect(streamed(pieces)).to.equal(outline(renderMarkdown(pieces.join(''))));
  });

  it('draws what follows blocks that a late definition has changed in their place', () => {
    const pieces = ['<a>[one]\n\nme@example.com\n\n[one]: /x\n[\n'];
    expect(streamed(pieces)).to.equal(outline(renderMarkdown(pieces.join(''))));
  });

  it('keeps the text nodes of a long code block when the answer ends', () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    for (const piece of [`\`\`\`\n${'a line of code\n'.repeat(400)}`, 'last\n```\nSee [label]\n ']) {
      stream.push(piece);
      stream.flush();
    }
    const nodes = [...(box.querySelector('code')?.childNodes ?? [])];
    stream.end();
    expect(nodes).to.have.length.above(1);
    expect([...(box.querySelector('code')?.childNodes ?? [])]).to.deep.equal(nodes);
  });

  it('makes a table of a line that has grown long when its delimiter row comes', () => {
    const pieces = [
      `${'word '.repeat(80)}| two | and more `,
      `${'word '.repeat(20)}\n`,
      '- | - | -\n',
      'a | b\n\nc\n',
    ];
    expect(streamed(pieces)).to.equal(outline(renderMarkdown(pieces.join(''))));
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    for (const piece of pieces) {
      stream.push(piece);
      stream.flush();
    }
    expect(box.querySelectorAll('th')).to.have.length(3);
  });

  it('sees that a block is open that may not stand in an answer', () => {
    const markdown = '<section>\n\n<</section>\n';
    expect(streamed(markdown)).to.equal(outline(renderMarkdown(markdown)));
    expect(streamed([markdown])).to.equal(outline(renderMarkdown(markdown)));
  });

  for (const name of ['form', 'button', 'article', 'nobr', 'think']) {
    it(`reads what stands behind an open <${name}>, which may not stand in an answer, as one with it`, () => {
      for (const rest of [`!<${name}>\n\nb\n`, `!<${name}> c</${name}> d\n\nb</${name}>\n\ne\n`]) {
        const markdown = `<${name}>\n\n${rest}`;
        expect(streamed(markdown)).to.equal(outline(renderMarkdown(markdown)));
        expect(streamed([markdown])).to.equal(outline(renderMarkdown(markdown)));
      }
    });
  }

  it('keeps in a quote what is indented too far to be marked as part of it', () => {
    const markdown =
      ' > - - [ ]      <javascript:ale  >     --  \n   >   \n' +
      '   >  - <jeeze read | !["quoted" here 5 e.g. model ~~[x] their read their me@example.com~~ \\*](a(b)c &copy; |\n' +
      '    >       | :-: | --: | --- | --- |\n    >   \n   >   - ## \\* <https://example.com> &bogus; li';
    expect(streamed([markdown, ''])).to.equal(outline(renderMarkdown(markdown)));
  });

  it('keeps indented code whose last line could begin a definition elsewhere', () => {
    const pieces = [`     a line of code\n`.repeat(20), '     [not a link', '', ' at all\n'];
    expect(streamed(pieces)).to.equal(outline(renderMarkdown(pieces.join(''))));
  });

  it('keeps lines that are indented less in the code of a list item', () => {
    const code = '  four();\n'.repeat(60);
    for (const start of ['- ', '1. ', '> - ', '- text\n\n  ']) {
      const lines = `${start}\`\`\`js\n${code}lazy();\nlazier();\n${code}`.split(/(?<=\n)/);
      expect(streamed(lines), start).to.equal(outline(renderMarkdown(lines.join(''))));
    }
  });

  it('leaves words beside an image that may not load alone when raw HTML makes it read them again', () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    stream.push('- One ![two](javascript:alert) three.\n\n- Four [label].\n');
    stream.flush();
    const [words] = box.querySelector('p')?.childNodes ?? [];
    stream.push('\n- <u>Five</u>\n');
    stream.end();
    expect(words?.nodeValue).to.equal('One two three.');
    expect(box.querySelector('p')?.firstChild).to.equal(words);
  });

  it('settles the items of a loose list while it grows', () => {
    const box = document.createElement('div');
    const stream = new MarkdownStream(box);
    const item = '- an item of a list with blank lines\n\n';
    stream.push(item.repeat(20));
    stream.flush();
    const [first] = box.querySelectorAll('p');
    first?.replaceChildren('touched');
    stream.push(item.repeat(20));
    stream.flush();
    expect(first?.textContent).to.equal('touched');
  });
});
