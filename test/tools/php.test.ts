import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../../widget/build/project.ts';

describe('the set-up of PHP', () => {
  it('reports the reason if PHP is missing and cannot be installed', () => {
    const module = join(ROOT, 'test/support/php.ts');
    const script = `import { findPhpProblem } from ${JSON.stringify(module)}; console.log(findPhpProblem());`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      env: { PATH: '' },
      encoding: 'utf8',
    });
    assert.match(output, /^there is no php, and it could not be installed$/m);
  });
});
