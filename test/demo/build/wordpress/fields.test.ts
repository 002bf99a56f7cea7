import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { pluginFields } from '../../../../demo/build/wordpress/fields.ts';
import { MANIFEST } from '../../../../widget/build/project.ts';

describe('the fields of the WordPress plugin', () => {
  it('have a label and a help text each, written for owners of sites', async () => {
    const fields = pluginFields(JSON.parse(await readFile(MANIFEST, 'utf8')));
    const without = fields.filter(({ hasWords }) => !hasWords).map(({ name }) => name);
    // A failure here means: add them to demo/build/wordpress/field-words.ts.
    assert.deepEqual(without, []);
  });
});
