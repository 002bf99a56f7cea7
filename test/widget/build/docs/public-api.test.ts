import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { publicFacts } from '../../../support/public-facts.ts';
import { strings as english } from '../../../../widget/ui/words/en.ts';

/** The API of 0.2.0, as {@link publicFacts} tells it, and the names of its strings. */
const RELEASED = (await readJson('../../../fixtures/public-api/0.2.0.json')) as {
  readonly facts: readonly string[];
  readonly strings: readonly string[];
};

describe('the public API', () => {
  it('offers everything that 0.2.0 did, with the same types and defaults', async () => {
    const now = new Set(publicFacts(await readJson('../../../../widget/custom-elements.json')));
    assert.deepEqual(
      RELEASED.facts.filter((fact) => !now.has(fact)),
      [],
    );
  });

  it('has every string that pages replace since 0.2.0', () => {
    const now = new Set(Object.keys(english));
    assert.deepEqual(
      RELEASED.strings.filter((name) => !now.has(name)),
      [],
    );
  });
});

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8'));
}
