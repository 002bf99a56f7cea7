import { expect } from 'chai';
import { cutMarkdown, plainOf } from '../../../widget/protocol/plain-text.ts';

describe('plainOf', () => {
  const cases: readonly [string, string][] = [
    ['## Costs\n\n- `Nothing`, **[ever](/faq)**.', 'Costs Nothing, ever.'],
    ['```js\nconst a_b = `${c}`;\n```\n\nText', 'const a_b = `${c}`; Text'],
    ['| a | b |\n| --- | :-: |\n| 1\\|2 | 3<br>4 |', 'a b 1|2 3 4'],
    ['1. one\n2. *two*\n> three', 'one two three'],
    ['![A shop](/a.png) [x](<https://a.example/b c> "t")', 'A shop x'],
    ['5 * 3 * 2 and snake_case_name, __init__', '5 * 3 * 2 and snake_case_name, init'],
    ['\\# no heading \\[x\\]', '# no heading [x]'],
  ];
  for (const [markdown, plain] of cases)
    it(`turns ${JSON.stringify(markdown)} into plain text`, () => {
      expect(plainOf(markdown)).to.equal(plain);
    });
});

describe('cutMarkdown', () => {
  const paragraphs = `${'One. '.repeat(12)}\n\n${'Two three. '.repeat(12)}`;
  it('cuts behind a paragraph; without one behind a line, a sentence or a word', () => {
    expect(cutMarkdown('Short.', 100)).to.equal('Short.');
    expect(cutMarkdown(paragraphs, 100)).to.equal('One. '.repeat(12).trim());
    expect(cutMarkdown('One two. Three four five six', 20)).to.equal('One two. Three four');
    expect(cutMarkdown('One two three. Four five', 20)).to.equal('One two three.');
    expect(cutMarkdown(`| a |\n| - |\n${'| row |\n'.repeat(9)}`, 40).split('\n')).to.have.length(5);
    expect(cutMarkdown('x'.repeat(99), 40)).to.have.length(40);
  });

  it('closes a code fence in which it cuts', () => {
    expect(cutMarkdown(`\`\`\`js\n${'const a = 1;\n'.repeat(9)}\`\`\`\n`, 60)).to.match(
      /^```js\n(?:const a = 1;\n)+```$/,
    );
  });
});
