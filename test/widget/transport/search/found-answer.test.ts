import { expect } from 'chai';
import { answerWith } from '../../../../widget/transport/search/found-answer.ts';

const page = (title: string, url: string, text: string) => ({
  title,
  url,
  breadcrumb: [],
  snippet: { text, ranges: [] },
  headings: [],
});

describe('an answer without a server', () => {
  it('is the best page with its words, then the others, each with its number', () => {
    const events = [
      ...answerWith([page('Boots', '/boots', 'Grease them.'), page('Socks', '/socks', 'Wash them.')]),
    ];
    expect(events.map(({ type }) => type)).to.deep.equal(['sources', 'token', 'token', 'done']);
    expect(events.flatMap((event) => (event.type === 'token' ? [event.token] : [])).join('')).to.equal(
      '**[Boots](</boots>)** [1]\n\n> Grease them.\n\n- [Socks](</socks>) [2]: Wash them.\n',
    );
  });

  it('shows words as they are, whatever they would mean in markdown', () => {
    const [, token] = answerWith([page('A [b](c)', '/a<b', '<img src=x> *x* `y`')]);
    expect(token?.type === 'token' && token.token).to.equal(
      '**[A \\[b\\](c)](</a%3Cb>)** [1]\n\n> \\<img src=x\\> \\*x\\* \\`y\\`\n\n',
    );
  });
});
