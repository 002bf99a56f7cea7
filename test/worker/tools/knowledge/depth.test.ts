import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeeperThan } from '../../../../worker/tools/knowledge/pages/depth.ts';
import { readFragment, readHtml } from '../../../../worker/tools/knowledge/pages/read-html.ts';

const url = 'https://a.example/page';
const DEEP = `<main>${'<div>'.repeat(20_000)}Text`;
const REASON = 'elements in each other, more than 512 deep';
/** Parsed, the page takes minutes. */
const SOON = { timeout: 20_000 };

describe('a page with 20,000 elements in each other', () => {
  it('is left out before it is parsed', SOON, () => {
    assert.equal(readHtml({ url, body: Buffer.from(DEEP), headers: new Headers() }).reason, REASON);
  });

  it('is left out where it is the text of a post, too', SOON, () => {
    assert.equal(readFragment(DEEP, url, 'Title'), REASON);
  });
});

describe('the depth of a page', () => {
  const flat: readonly (readonly [name: string, piece: string])[] = [
    ['elements that end', '<div>Text</div>'],
    ['end tags that are left out', '<p>Text<li>Text<br><img src="a.png"><td>'],
    ['a span left open in a paragraph that ends', '<section><span>Text</section>'],
    ['end tags too many', '<div></div></div></span>'],
    ['comments', '<!-- <div> -->'],
    ['scripts', '<script>"<div>"</script>'],
    ['attributes', '<div title="<div>" data-a=\'>\'></div>'],
    ['pictures', '<svg><path d="M0 0"/><g><circle/></g></svg>'],
  ];
  for (const [name, piece] of flat)
    it(`does not grow by ${name}`, () => assert.equal(isDeeperThan(3, piece.repeat(100)), false));

  it('grows by elements that are written as whole, and are not in HTML', () =>
    assert.equal(isDeeperThan(3, '<div/>'.repeat(4)), true));

  for (const start of ['<!--', '<script>', '<a "', "<a '", '<div', '<', '</'])
    it(`is told at once where 5 MB begin with ${start} again and again`, SOON, () =>
      assert.equal(isDeeperThan(512, start.repeat(5_000_000 / start.length)), false),
    );
});
