import { env } from 'node:process';

// `npm run test:full` runs what `npm test` runs, with all rows of long tables, and takes the same words.

env['FULL_TESTS'] = '1';
await import('./test.ts');
