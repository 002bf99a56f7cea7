import { expect } from 'chai';
import { DocumentWriter } from '../../../widget/markdown/document-writer.ts';
import { MarkdownLexer } from '../../../widget/markdown/lexer.ts';
import { renderMarkdown } from '../../../widget/markdown/index.ts';
import { outline } from './dom-outline.ts';

/** How often open blocks are read while a text comes in these pieces; their drawing must be that of the whole text. */
function countReadings(pieces: readonly string[]): number {
  const box = document.createElement('div');
  const writer = new DocumentWriter(box, {}, {});
  const { lexOpen } = MarkdownLexer.prototype;
  let count = 0;
  MarkdownLexer.prototype.lexOpen = function (...args) {
    count++;
    return lexOpen.apply(this, args);
  };
  try {
    for (const piece of pieces) writer.write(piece);
  } finally {
    MarkdownLexer.prototype.lexOpen = lexOpen;
  }
  expect(outline(box)).to.equal(outline(renderMarkdown(pieces.join(''))));
  return count;
}

describe('PlainWords', () => {
  for (const [start, more] of [
    ['Some **big** wor', ['ds', ' come', ', one (and', ' more)', ' by', ' one.']],
    ['- a list of wor', ['ds', ' come']],
    ['> a quote of wor', ['ds', ' come']],
    ['# A heading of wor', ['ds', ' come']],
    ['- [ ] to d', ['o', ' now']],
    ['مرحبا بال', ['عالم', ' كله']],
  ] as const) {
    it(`reads nothing again while plain words come behind ${JSON.stringify(start)}`, () => {
      expect(countReadings([start, ...more])).to.equal(1);
    });
  }

  for (const pieces of [
    ['see www', '.a', '.example'],
    ['see www.', 'a', '.example'],
    ['write to a@b', '.', 'example'],
    ['see https', '://a.example'],
    ['a snake_', 'case and *', 'b* c'],
    ['a b', '\n---\n', 'c'],
    ['# a ', 'b'],
    ['some `co', 'de` here'],
    ['a b  ', '\nc'],
    ['| a | b |\n|---|---|\n| c | d', ' e |'],
    ['```\na b', ' c\n```'],
    ['    a b', ' c'],
    ['a <b>c d', ' e</b>'],
    ['a &am', 'p; b'],
    ['- a b\n', '  c', ' d'],
    ['see !', '[a](/b)'],
    ['see it', '!', '[a](/b)'],
    ['a\n\nb c', ' d\n\ne f', ' g'],
  ]) {
    it(`reads again what may be syntax: ${JSON.stringify(pieces)}`, () => {
      expect(countReadings(pieces)).to.be.above(1);
    });
  }
});
