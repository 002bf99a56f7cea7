import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { SAY_HELLO, startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';
import { idOf, linksOf, readFrames, textOf, TurnClient } from '../../support/turn-client.ts';

const ORIGIN = 'https://site.example';
const DAY_MS = 86_400_000;

let model: FakeModelServer;
before(async () => {
  model = await startFakeModelServer();
});
after(() => model.close());

/** The Workers of a site, one release after the other, with the same objects. */
class Site {
  worker: PlainWorkerd | undefined;
  readonly page = new TurnClient(() => this.worker!.url, ORIGIN);
  readonly #state: string;

  private constructor(state: string) {
    this.#state = state;
  }

  static async open(): Promise<Site> {
    return new Site(await mkdtemp(join(tmpdir(), 'cf-ai-chat-')));
  }

  /** Ends the Worker that runs and starts this bundle, or else the Worker of today. */
  async deploy(release?: string): Promise<PlainWorkerd> {
    await this.worker?.close();
    this.worker = await startPlainWorkerd({
      state: this.#state,
      ...(release !== undefined && { release }),
      vars: {
        LOCAL: '1',
        SESSION_SECRET: 'a secret of the tests, long enough',
        MODEL_BASE_URL: model.baseUrl,
        ALLOWED_ORIGINS: ORIGIN,
        QUOTA_LIMIT: '1',
        SITE_DAILY_LIMIT: '1000',
      },
    });
    return this.worker;
  }

  /** Moves leases and alarms of all objects so far into the past, and windows where they should end, too. */
  async wait(milliseconds: number): Promise<void> {
    await this.worker?.close();
    this.worker = undefined;
    for (const file of this.#files()) {
      const database = new DatabaseSync(file);
      const move = (table: string, column: string, factor = 1): void => {
        const sql = 'SELECT count(*) AS n FROM sqlite_master WHERE name = ?';
        if (database.prepare(sql).get(table)?.['n'] === 1)
          database.exec(`UPDATE ${table} SET ${column} = ${column} - ${milliseconds * factor}`);
      };
      for (const table of ['turn', 'turns']) move(table, 'lease_until');
      if (milliseconds >= DAY_MS) for (const table of ['turn', 'turns', 'call']) move(table, 'resets_at');
      move('_cf_ALARM', 'scheduled_time', 1_000_000);
      move('_cf_METADATA', 'value', 1_000_000);
      database.close();
    }
  }

  /** Rows of all tables, alarms included. */
  rows(): readonly string[] {
    return this.#files().flatMap((file) => {
      // The Worker may be writing.
      const database = new DatabaseSync(file, { timeout: 5_000 });
      const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
      const rows = tables
        .map(({ name }) => String(name))
        .filter((name) => name !== '_cf_METADATA')
        .flatMap((name) => {
          const { n } = database.prepare(`SELECT count(*) AS n FROM ${name}`).get() ?? {};
          return Array.from({ length: Number(n) }, () => name);
        });
      database.close();
      return rows;
    });
  }

  async close(): Promise<void> {
    await this.worker?.close();
    await rm(this.#state, { recursive: true });
  }

  #files(): readonly string[] {
    return ['quota', 'site'].flatMap((kind) =>
      readdirSync(join(this.#state, kind))
        .filter((name) => name.endsWith('.sqlite'))
        .map((name) => join(this.#state, kind, name)),
    );
  }
}

for (const version of ['0.1.0', '0.2.0'])
  describe(`after ${version}`, { timeout: 60_000 }, () => {
    let site: Site;
    let release: string;
    before(async () => {
      const path = `../../fixtures/releases/worker-${version}.js`;
      release = await readFile(join(import.meta.dirname, path), 'utf8');
      site = await Site.open();
    });
    after(() => site?.close());

    it('a turn that runs during the deployment is cut, and given back', async () => {
      await site.deploy(release);
      model.reply((turn) => turn.say('one '));
      const response = await site.page.post();
      const [start, ...words] = await readFrames(response, 'one ');
      assert.equal(textOf(words), 'one ');
      await site.wait(DAY_MS / 2);
      await site.deploy();
      if (version !== '0.1.0') {
        const { resume, stop } = linksOf([start!]);
        assert.equal((await site.page.rest(resume, 2)).status, 204);
        assert.equal((await site.page.stop(stop)).status, 204);
      }
      model.reply(SAY_HELLO);
      const again = await site.page.ask();
      assert.equal(textOf(again), 'Hello there');
      assert.notEqual(idOf(again), idOf([start!]));
    });

    it('nothing is left of its objects when their day is over, and no alarm fails', async () => {
      assert.notDeepEqual(site.rows(), []);
      await site.wait(DAY_MS);
      const worker = await site.deploy();
      while (site.rows().length > 0) await worker.fetch('/api/health');
      assert.doesNotMatch(await worker.logged(/^/), /uncaught|no such table|exception/i);
    });
  });
