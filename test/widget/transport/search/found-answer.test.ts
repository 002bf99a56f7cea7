import { expect } from 'chai';
import { answerWithPages } from '../../../../widget/transport/search/found-answer.ts';

const page = (title: string, url: string, text: string) => ({
  title,
  url,
  breadcrumb: [],
  snippet: { text, ranges: [] },
  headings: [],
});

describe('an answer made of search results, without a server', () => {
  it('has the best page with its text first, then the other pages, each with its number', () => {
    const events = [
      ...answerWithPages([page('Boots', '/boots', 'Grease them.'), page('Socks', '/socks', 'Wash them.')]),
    ];
    expect(events.map(({ type }) => type)).to.deep.equal(['sources', 'token', 'token', 'done']);
    expect(events.flatMap((event) => (event.type === 'token' ? [event.token] : [])).join('')).to.equal(
      '**[Boots](</boots>)** [1]\n\n> Grease them.\n\n- [Socks](</socks>) [2]: Wash them.\n',
    );
  });

  it('escapes words that would be markdown', () => {
    const [, token] = answerWithPages([page('A [b](c)', '/a<b', '<img src=x> *x* `y`')]);
    expect(token?.type === 'token' && token.token).to.equal(
      '**[A \\[b\\](c)](</a%3Cb>)** [1]\n\n> \\<img src=x\\> \\*x\\* \\`y\\`\n\n',
    );
  });
});
