import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PAGE_LIMITS, parsePage } from '../../../../worker/tools/knowledge/pages/parse-page.ts';
import { readFragment, readHtml } from '../../../../worker/tools/knowledge/pages/read-html.ts';

const url = 'https://a.example/page';
const DEEP = `<main>${'<div>'.repeat(20_000)}Text`;
const REASON = 'elements in each other, more than 512 deep';
/** The reason with which a page is left out before it is parsed. */
const excessOf = (html: string, limits = PAGE_LIMITS): string | undefined => {
  const tree = parsePage(html, limits);
  return typeof tree === 'string' ? tree : undefined;
};
/** In milliseconds: parsing such a page would take minutes. */
const SOON = { timeout: 20_000 };

describe('a page with 20,000 nested elements', () => {
  it('is left out before it is parsed', SOON, () => {
    assert.equal(readHtml({ url, body: Buffer.from(DEEP), headers: new Headers() }).reason, REASON);
  });

  it('is left out where it is the text of a WordPress post, too', SOON, () => {
    assert.equal(readFragment(DEEP, url, 'Title'), REASON);
  });

  it('is left out in UTF-16, recognised by its first bytes or by the header', SOON, () => {
    const marked = { url, body: Buffer.from(`\uFEFF${DEEP}`, 'utf16le'), headers: new Headers() };
    const headers = new Headers({ 'content-type': 'text/html; charset=utf-16' });
    assert.equal(readHtml(marked).reason, REASON);
    assert.equal(readHtml({ url, body: Buffer.from(DEEP, 'utf16le'), headers }).reason, REASON);
  });
});

describe('the nesting depth of a page', () => {
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
    it(`is not increased by ${name}`, () =>
      assert.equal(excessOf(piece.repeat(100), { ...PAGE_LIMITS, depth: 3 }), undefined));

  const nested: readonly (readonly [name: string, piece: string])[] = [
    ['bold text that is left open', '<b id="N">'],
    ['bold text that is left open in paragraphs that end', '<p><b id="N">Text</p>'],
    ['links in a picture', '<svg><a></a><a>'],
    ['a list in each item', '<ul><li>'],
    ['end tags that end nothing, as a table is around them', '<span><table><td></span>'],
    ['what is there without scripts', '<noscript><div>'],
  ];
  for (const [name, piece] of nested)
    it(`is increased by ${name}`, SOON, () => {
      const html = Array.from({ length: 600 }, (_, index) => piece.replace('N', String(index))).join('');
      assert.equal(excessOf(html, { ...PAGE_LIMITS, elements: Infinity, repeated: Infinity }), REASON);
    });

  it('is increased by elements with a self-closing slash, which HTML ignores', () =>
    assert.match(excessOf('<div/>'.repeat(4), { ...PAGE_LIMITS, depth: 3 }) ?? '', /more than 3 deep$/));

  for (const start of ['<!--', '<script>', '<a "', "<a '", '<div', '<', '</'])
    it(`is computed quickly where 1 MB repeats ${start}`, SOON, () =>
      assert.equal(excessOf(start.repeat(1_000_000 / start.length)), undefined),
    );
});

describe('a page of a few kilobytes that the parser turns into very many elements', () => {
  const open = Array.from({ length: 400 }, (_, index) => `<p><b id="${index}">Text`).join('');
  const reason = 'formatting that is never closed, such as <b>, repeated more than 10000 times';

  it('is left out before it is parsed, which would take 2 GB', SOON, () => {
    assert.equal(readHtml({ url, body: Buffer.from(open), headers: new Headers() }).reason, reason);
    assert.equal(readFragment(open, url, 'Title'), reason);
  });

  it('is read where only one word is left bold to the end', () => {
    assert.equal(excessOf(`<font color="red"><b>${'<p>Text</p>'.repeat(3_000)}`), undefined);
  });
});

describe('a page with too many elements', () => {
  it('is left out; text, and brackets in code, are not counted', () => {
    const limits = { ...PAGE_LIMITS, elements: 100 };
    assert.equal(excessOf('<li>Text &lt;b&gt; <!-- <i> -->'.repeat(90), limits), undefined);
    assert.equal(excessOf('<li>Text'.repeat(110), limits), 'more than 100 elements');
  });
});
