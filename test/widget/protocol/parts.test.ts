import { expect } from 'chai';
import { appendText, replaceSources, takeBack, withTool } from '../../../widget/protocol/parts.ts';
import { type Part, textOf } from '../../../widget/protocol/chat-message.ts';

const SOURCE = { id: 'a', title: 'Boots', url: 'https://shop.test/boots', snippet: '' };
const TOOL: Part = { type: 'tool', name: 'search' };

/** `text: One.` for each part. */
function shapeOf(parts: readonly Part[]): readonly string[] {
  return parts.map((part) => ('text' in part ? `${part.type}: ${part.text}` : part.type));
}

describe('the parts of an answer', () => {
  it('are in the order in which they arrived', () => {
    let parts: readonly Part[] = [];
    parts = appendText(parts, 'reasoning', 'First I ');
    parts = appendText(parts, 'reasoning', 'think.');
    parts = appendText(parts, 'text', 'One');
    parts = appendText(parts, 'text', '.');
    parts = appendText([...parts, TOOL], 'text', 'Two.');
    parts = appendText(parts, 'reasoning', 'Again.');
    parts = appendText(parts, 'text', 'Three.');
    expect(shapeOf(parts)).to.deep.equal([
      'reasoning: First I think.',
      'text: One.',
      'tool',
      'text: Two.',
      'reasoning: Again.',
      'text: Three.',
    ]);
  });

  it('have a tool at the place where it began, in its newest state, with text on both sides', () => {
    const running = { type: 'tool', id: 't', name: 'search', state: 'running' } as const;
    let parts = withTool(appendText([], 'text', 'I look.'), running);
    parts = appendText(parts, 'text', 'Found.');
    parts = withTool(parts, { ...running, state: 'done', output: 'SECRET', position: 4 });
    expect(parts).to.deep.equal([
      { type: 'text', text: 'I look.' },
      { type: 'tool', id: 't', name: 'search', state: 'done', output: 'SECRET' },
      { type: 'text', text: 'Found.' },
    ]);
    expect(textOf({ parts })).to.equal('I look.\n\nFound.');
  });

  it('lose text that the backend takes back, or keep that text as thoughts', () => {
    const parts: readonly Part[] = [{ type: 'text', text: 'Old. Hm' }, TOOL, { type: 'text', text: '.' }];
    expect(shapeOf(takeBack(parts, { length: 3 }))).to.deep.equal(['text: Old. ', 'tool']);
    expect(shapeOf(takeBack(parts, { length: 3, as: 'reasoning' }))).to.deep.equal([
      'text: Old. ',
      'reasoning: Hm',
      'tool',
      'reasoning: .',
    ]);
    expect(takeBack(parts, { length: 99 })).to.deep.equal([TOOL]);
  });

  it('lose only the tools that the backend takes back', () => {
    const parts: readonly Part[] = [TOOL, { ...TOOL, id: 'a' }, { ...TOOL, id: 'b' }];
    expect(takeBack(parts, { length: 0, tools: ['a'] })).to.deep.equal([TOOL, { ...TOOL, id: 'b' }]);
  });

  it('continue a text across sources, which may arrive in the middle of a sentence', () => {
    const parts = replaceSources(appendText([], 'text', 'Boots [1] '), [SOURCE]);
    expect(shapeOf(appendText(parts, 'text', 'are dry.'))).to.deep.equal([
      'text: Boots [1] are dry.',
      'source',
    ]);
  });

  it('are joined into one text, with a paragraph for each separate part', () => {
    const parts: readonly Part[] = [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'One.' },
      { type: 'reasoning', text: 'Well.' },
      { type: 'text', text: '' },
      { type: 'text', text: 'Two, ' },
      { type: 'source', ...SOURCE },
      { type: 'text', text: 'three.' },
      TOOL,
    ];
    expect(textOf({ parts })).to.equal('One.\n\nTwo, three.');
  });
});
