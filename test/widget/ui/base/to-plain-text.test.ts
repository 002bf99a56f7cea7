import { expect } from 'chai';
import { renderMarkdown } from '../../../../widget/markdown/index.ts';
import { toPlainText } from '../../../../widget/ui/base/to-plain-text.ts';

describe('an answer as plain text', () => {
  for (const [markdown, text] of [
    ['# Title\n\nOne **two** `three`\nfour', 'Title\n\nOne two three\nfour'],
    ['- a\n- b\n  1. c\n  2. d', '• a\n• b\n  1. c\n  2. d'],
    ['3. a\n4. b', '3. a\n4. b'],
    ['- [x] done\n- [ ] open', '• [x] done\n• [ ] open'],
    ['| a | b |\n|---|---|\n| 1 | **2** |', 'a\tb\n1\t2'],
    ['so \\(a_1\\) is\n\n$$\nb\n$$', 'so $a_1$ is\n\n$$b$$'],
    ['```js\nif (a) {\n  b();\n}\n```', 'if (a) {\n  b();\n}'],
    ['a[^x].\n\n[^x]: One\n[^y]: Two', 'a[1].\n\n• [1] One\n• [2] Two'],
    ['> quoted\n\nafter', 'quoted\n\nafter'],
    ['[words](https://example.com/a)', 'words (https://example.com/a)'],
    ['<https://example.com/>', 'https://example.com/'],
    ['a\\\nb\n\n---\n\nc', 'a\nb\n\n———\n\nc'],
  ] as const) {
    it(`is ${JSON.stringify(text)} for ${JSON.stringify(markdown)}`, () => {
      expect(toPlainText(renderMarkdown(markdown))).to.equal(text);
    });
  }
});
