import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { dataUrl, pngOfBytes } from '../../support/attachment-files.ts';
import { startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';

const QUESTIONS = 20;
/** The memory of the process, with the objects of all turns and with garbage that is not collected yet. */
const MOST_MEGABYTES = 600;

describe('20 questions with files at the same time', { timeout: 120_000 }, () => {
  let model: FakeModelServer;
  let worker: PlainWorkerd;
  before(async () => {
    model = await startFakeModelServer();
    const vars = { LOCAL: '1', MODEL_BASE_URL: model.baseUrl, ATTACHMENTS: 'images', VISION_MODEL: 'seeing' };
    worker = await startPlainWorkerd({ vars });
  });
  after(async () => {
    await worker?.close();
    await model.close();
  });

  function memory(t: { diagnostic(text: string): void }, what: string): number {
    const rss = execFileSync('ps', ['-o', 'rss=', '-p', String(worker.pid)], { encoding: 'utf8' });
    const megabytes = Math.round(Number(rss) / 1_024);
    t.diagnostic(`${what}: ${megabytes} MB`);
    return megabytes;
  }

  async function askAll(files: number, bytes: number, length = QUESTIONS): Promise<readonly number[]> {
    const file = { type: 'file', mediaType: 'image/png', url: dataUrl(pngOfBytes(bytes)) };
    const content = Array.from({ length: files }, () => file);
    const body = JSON.stringify({ messages: [{ role: 'user', content }] });
    return Promise.all(
      Array.from({ length }, async () => {
        const response = await worker.fetch('/api/chat?stream=false', { method: 'POST', body });
        const text = await response.text();
        if (response.status === 503) assert.equal(response.headers.get('retry-after'), '3', text);
        else assert.match(text, /Hello there/);
        return response.status;
      }),
    );
  }

  /** Begins to send a body of 4 MB, and breaks the connection in the middle. */
  async function sendHalf(): Promise<void> {
    const { host, hostname, port } = worker.url;
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(`POST /api/chat HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 4000000\r\n\r\n{"messages":"`);
    await new Promise((resolve) => socket.write('x'.repeat(2_000_000), resolve));
    // The Worker begins to read, and has counted the body by then.
    await wait(20);
    socket.resetAndDestroy();
    await once(socket, 'close');
  }

  it('find memory again behind 30 uploads that were broken off', async () => {
    for (let count = 0; count < 30; count += 1) await sendHalf();
    assert.deepEqual(new Set(await askAll(1, 1_500_000, 1)), new Set([200]));
  });

  it('are all answered when each has a picture of the size that the widget sends', async (t) => {
    memory(t, 'before');
    assert.deepEqual(new Set(await askAll(1, 400_000)), new Set([200]));
    memory(t, 'after 20 of 0.4 MB');
  });

  it('are in part told to come back later when their files have the maximal size, and memory stays bounded', async (t) => {
    const statuses = await askAll(2, 4_194_304);
    t.diagnostic(`answered: ${statuses.filter((status) => status === 200).length}`);
    assert.ok(statuses.includes(200));
    assert.ok(statuses.includes(503));
    assert.ok(memory(t, 'after 20 of 8 MB') < MOST_MEGABYTES);
    // Later questions find memory again.
    assert.deepEqual(new Set(await askAll(1, 400_000)), new Set([200]));
  });
});
