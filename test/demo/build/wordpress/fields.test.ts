import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { pluginFields } from '../../../../demo/build/wordpress/fields.ts';
import { MANIFEST } from '../../../../widget/build/project.ts';

describe('the fields of the plugin', () => {
  it('have words for owners of sites, each of them', async () => {
    const fields = pluginFields(JSON.parse(await readFile(MANIFEST, 'utf8')));
    const without = fields.filter(({ hasWords }) => !hasWords).map(({ name }) => name);
    // Write them in demo/build/wordpress/field-words.ts.
    assert.deepEqual(without, []);
  });
});
