import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { breadcrumbOf } from '../../../worker/knowledge/breadcrumb.ts';

describe('breadcrumbOf', () => {
  const cases: readonly [string, readonly string[]][] = [
    ['https://shop.example/', []],
    ['https://shop.example/help', []],
    ['https://shop.example/help/gift-cards/prices.html#a', ['Help', 'Gift cards']],
    ['/docs/platforms/index.html', ['Docs']],
    ['https://shop.example/%E9t%E9/a/b', ['%E9t%E9', 'A']],
    ['https://shop.example/%C3%A9t%C3%A9/a', ['Été']],
  ];
  for (const [url, breadcrumb] of cases)
    it(`of ${url} is ${breadcrumb.join(' › ') || 'empty'}`, () => {
      assert.deepEqual(breadcrumbOf(url), breadcrumb);
    });
});
