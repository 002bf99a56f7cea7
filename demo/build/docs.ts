import { relative } from 'node:path';
import { writeDocs } from './generate-docs.ts';

const changed = await writeDocs();
console.log(changed.length === 0 ? 'The generated documents are fresh.' : 'Written:');
for (const path of changed) console.log(`  ${relative('.', path)}`);
