import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { breadcrumbOf } from '../../../worker/knowledge/breadcrumb.ts';
import { plainOf } from '../../../worker/knowledge/plain-text.ts';

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
    it(`reads ${JSON.stringify(markdown)}`, () => {
      assert.equal(plainOf(markdown), plain);
    });
});

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
