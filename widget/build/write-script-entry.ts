import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const USE = 'it is for <script src>; on a server, import "cf-ai-chat"';

/** Writes the files that are used when a program imports the script-tag file: types without exports, and an error for Node. */
export async function writeScriptEntry(outDir: string): Promise<void> {
  const files = {
    'cf-ai-chat.d.ts': `/** Exports nothing: ${USE}. */\nexport {};\n`,
    'cf-ai-chat.node.js': `throw new Error('cf-ai-chat.js needs a page: ${USE}');\n`,
  };
  for (const [name, code] of Object.entries(files)) await writeFile(join(outDir, name), code);
}
