import { describe, it } from 'node:test';
import { floorChecks, formatFloors, readImports } from '../tools/floors.ts';

const imports = await readImports();

describe('the floors', () => {
  for (const { title, run } of floorChecks(imports)) it(title, () => void run());
});

console.log(formatFloors(imports));
