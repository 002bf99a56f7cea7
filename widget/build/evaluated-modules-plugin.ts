import { type Plugin, runnerImport } from 'vite';

const TABLES = /\.table\.ts$/;

/**
 * Runs every `.table.ts` while building, and puts the values of its exports in the place of its code. They must be JSON. So a table
 * that picks a little from large modules does not bring them along.
 */
export function evaluatedModules(): Plugin {
  return {
    name: 'cf-ai-chat:evaluated-modules',
    load: {
      filter: { id: TABLES },
      async handler(id) {
        const options = { configFile: false, logLevel: 'silent' } as const;
        const { module } = await runnerImport<Record<string, unknown>>(id, options);
        return writeExports(module);
      },
    },
  };
}

/** A module that exports values, such as `export const A = {"b":1};`. Throws for a value that JSON has no way to write. */
export function writeExports(values: Readonly<Record<string, unknown>>): string {
  const statements = Object.entries(values).map(([name, value]) => {
    const json = JSON.stringify(value);
    if (json === undefined) throw new Error(`${name} is no JSON`);
    return `export const ${name} = ${json};`;
  });
  return statements.join('\n');
}
