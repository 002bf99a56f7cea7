import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ROOT } from '../../../widget/build/project.ts';
import { runCommand } from '../../../widget/build/run-command.ts';
import { indexKnowledge } from '../../../worker/tools/local-knowledge.ts';
import { startDevServer, type DevServer } from '../../support/dev-server.ts';

const COMMAND = join(ROOT, 'worker/tools/index-knowledge.ts');
/** Texts that wrangler would split, or drop. */
const SQL = 'Write `BEGIN TRANSACTION;` before and `COMMIT;` after. END; -- /* "quoted" \'text\'';

describe(
  'the index after npm start, npm run knowledge, and npm start twice more',
  { timeout: 180_000 },
  () => {
    let folder: string;
    let server: DevServer;
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'cf-ai-chat-'));
      writeFileSync(
        join(folder, 'zebras.md'),
        `# Zebras\n\nA zebra has stripes.\n\n## Transactions\n\n${SQL}\n`,
      );
      server = await startDevServer({}, async (storage) => {
        await indexKnowledge(storage);
        const { code, output } = await runCommand('node', [COMMAND, folder, '--persist-to', storage]);
        assert.equal(code, 0, output);
        assert.match(output, /indexed: 2 passages new or changed, \d{2,} removed/);
        await indexKnowledge(storage);
        await indexKnowledge(storage);
      });
    });
    after(async () => {
      await server?.close();
      rmSync(folder, { recursive: true });
    });

    const ask = async (query: string) => {
      const body = JSON.stringify({ query });
      const response = await fetch(new URL('/api/chat?stream=false', server.url), { method: 'POST', body });
      return (await response.json()) as { answer: string; sources: { title: string }[] };
    };

    it("has the owner's documents in place of the examples", async () => {
      const { answer, sources } = await ask('What does a zebra have?');
      assert.match(answer, /^\*\*Zebras\*\* \[1\]\n\n> A zebra has stripes\./);
      assert.ok(sources.every(({ title }) => title.startsWith('Zebras')));
      assert.match((await ask('How do I embed the widget?')).answer, /^I found nothing about that/);
    });

    it('has SQL keywords in texts as they were written', async () => {
      const { answer } = await ask('transactions');
      assert.ok(answer.includes(`> ${SQL}\n`), answer);
    });

    it('is searched by the search dialog, too', async () => {
      const response = await fetch(new URL('/api/search?q=zeb', server.url));
      const { results } = (await response.json()) as { results: { title: string }[] };
      assert.deepEqual(
        results.map(({ title }) => title),
        ['Zebras'],
      );
    });
  },
);
