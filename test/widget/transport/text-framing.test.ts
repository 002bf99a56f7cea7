import { expect } from 'chai';
import { TextFraming } from '../../../widget/transport/text-framing.ts';

function read(...pieces: readonly string[]): string {
  const framing = new TextFraming();
  const events = [...pieces.flatMap((piece) => framing.push(piece)), ...framing.end()];
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
}

describe('a body of plain text', () => {
  for (const text of [
    'One.\n\n{"a":1}',
    'A list [D',
    '```\n{"a":\n1}\n```\n',
    '{"a"',
    'See [DONE] there.',
    'End.\n\n',
    '[',
  ])
    it(`keeps ${JSON.stringify(text)}`, () => {
      expect(read(text)).to.equal(text);
      expect(read(...text)).to.equal(text);
    });

  for (const tail of [
    '[DONE]',
    '\n[DONE]\n',
    '\n\n{"sources":[{"title":"A","url":"https://a.example"}]}\n',
    '\n{"sour',
  ])
    it(`drops ${JSON.stringify(tail)} at its end`, () => {
      expect(read(`One.${tail}`).trim()).to.equal('One.');
      expect(read(...`One.${tail}`).trim()).to.equal('One.');
    });

  it('is held back for at most a line, in linear time', () => {
    const framing = new TextFraming();
    expect(framing.push(`${'\n'.repeat(200_000)}x`)).to.have.length(1);
  });
});
