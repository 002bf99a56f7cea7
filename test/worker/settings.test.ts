import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { WORKER_SETTINGS } from '../support/worker-settings.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

const NAMES = WORKER_SETTINGS.map(({ name }) => name);
/**
 * Names of the environment that are no settings: `npm start` sets one of them, some are bindings; secrets are
 * in no configuration file.
 */
const BINDINGS = ['AI', 'DB', 'SEARCH', 'QUOTA', 'BURST', 'SEARCH_BURST', 'RESUME'];
const SECRETS = ['SESSION_SECRET', 'MODEL_API_KEY', 'RERANKER_API_KEY', 'TURNSTILE_SECRET', 'API_TOKEN'];
const VARS = NAMES.filter((name) => !BINDINGS.includes(name));

describe('a setting of the Worker', () => {
  it('is used in the sources of the Worker', () => {
    assert.ok(VARS.length >= 20);
    assert.deepEqual(
      [...BINDINGS, ...SECRETS].filter((name) => !NAMES.includes(name)),
      [],
    );
  });

  it('is named in wrangler.jsonc; secrets and LOCAL with a comment on where they come from', () => {
    const text = read('wrangler.jsonc');
    const missing = NAMES.filter((name) => name !== 'LOCAL' && !new RegExp(`\\b${name}\\b`).test(text));
    assert.deepEqual(missing, []);
  });

  it("has a row with default and effect in the documentation that the demo's chat answers from", () => {
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

  it('has an example if it is a secret', () => {
    const text = read('.dev.vars.example');
    assert.deepEqual(
      SECRETS.filter((name) => !new RegExp(`^(?:# )?${name}=`, 'm').test(text)),
      [],
    );
  });
});
