import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { WORKER_SETTINGS } from '../support/worker-settings.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

const NAMES = WORKER_SETTINGS.map(({ name }) => name);
/** Of these, `npm start` alone sets one, the bindings are no settings, and secrets stand in no configuration. */
const BINDINGS = ['AI', 'DB', 'SEARCH', 'QUOTA', 'BURST', 'SEARCH_BURST', 'RESUME'];
const SECRETS = ['SESSION_SECRET', 'MODEL_API_KEY', 'RERANKER_API_KEY', 'TURNSTILE_SECRET', 'API_TOKEN'];
const VARS = NAMES.filter((name) => !BINDINGS.includes(name));

describe('what the Worker can be told', () => {
  it('has each name in the sources of the Worker', () => {
    assert.ok(VARS.length >= 20);
    assert.deepEqual(
      [...BINDINGS, ...SECRETS].filter((name) => !NAMES.includes(name)),
      [],
    );
  });

  it('is named in wrangler.jsonc, secrets and LOCAL with a word on where they come from', () => {
    const text = read('wrangler.jsonc');
    const missing = NAMES.filter((name) => name !== 'LOCAL' && !new RegExp(`\\b${name}\\b`).test(text));
    assert.deepEqual(missing, []);
  });

  it('has a row with default and effect in the documentation that answers are drawn from', () => {
    const rows = new Map(
      [...read('demo/docs/worker.md').matchAll(/^\| `([A-Z_]+)` *\|([^|]*)\|([^|]*)\|$/gm)].map(
        ([, name, value, effect]) => [name!, [value!.trim(), effect!.trim()]],
      ),
    );
    assert.deepEqual([...rows.keys()].toSorted(), VARS.toSorted());
    for (const [name, cells] of rows)
      assert.ok(
        cells.every((cell) => cell !== ''),
        name,
      );
  });

  it('has an example for each secret', () => {
    const text = read('.dev.vars.example');
    assert.deepEqual(
      SECRETS.filter((name) => !new RegExp(`^(?:# )?${name}=`, 'm').test(text)),
      [],
    );
  });
});
