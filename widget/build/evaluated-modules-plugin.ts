import { type Plugin, runnerImport } from 'vite';

const TABLES = /\.table\.ts$/;

/**
 * Runs every `.table.ts` during the build, and replaces its code with the values of its exports, which must be JSON. So a
 * table can take a few values from large modules, and the built file contains only these values.
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

/**
 * The code of a module that exports values, such as `export const A = {"b":1};`. Throws for a value that JSON cannot express.
 */
export function writeExports(values: Readonly<Record<string, unknown>>): string {
  const statements = Object.entries(values).map(([name, value]) => {
    const json = JSON.stringify(value);
    if (json === undefined) throw new Error(`${name} is no JSON`);
    return `export const ${name} = ${json};`;
  });
  return statements.join('\n');
}
