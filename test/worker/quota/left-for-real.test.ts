import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startDevServer, type DevServer } from '../../support/dev-server.ts';
import {
  frame,
  SAY_HELLO,
  startFakeModelServer,
  type FakeModelServer,
  type Script,
} from '../../support/fake-model-server.ts';
import { framesOf } from '../../support/frames.ts';

const LIMIT = 1_000;
const AT_ONCE = 5;

/** Whether the visitor closes the connection now, given what has arrived. */
type Patience = (stream: string) => boolean;
const never: Patience = () => false;

// This is what `npm start` runs: real sockets that a client closes, a proxy in front, and objects that store
// their counts on disk.
describe('turns in a real `wrangler dev`', { timeout: 120_000 }, () => {
  let model: FakeModelServer;
  let worker: DevServer;
  let charged = 0;
  before(async () => {
    mkdirSync(join(import.meta.dirname, '../../../dist/site'), { recursive: true });
    model = await startFakeModelServer();
    worker = await startDevServer({
      MODEL_BASE_URL: model.baseUrl,
      QUOTA_LIMIT: String(LIMIT),
      HEARTBEAT_MS: '50',
      RESUME_SECONDS: '0',
    });
  });
  after(async () => {
    await worker.close();
    await model.close();
  });

  async function ask(leaves: Patience): Promise<string> {
    const leave = new AbortController();
    const init = { method: 'POST', body: '{"query":"Hi"}', signal: leave.signal };
    const response = await fetch(new URL('/api/chat', worker.url), init);
    const decoder = new TextDecoder();
    let stream = '';
    for await (const bytes of response.body!) {
      stream += decoder.decode(bytes, { stream: true });
      if (leaves(stream)) break;
    }
    leave.abort();
    return stream;
  }

  /** How many turns count against the visitor, read by a turn that is not charged. */
  async function used(): Promise<number> {
    model.reply((turn) => turn.json({}, 429));
    const [start] = framesOf(await ask(never));
    const { remaining } = start!['quota'] as { remaining: number };
    return LIMIT - 1 - remaining;
  }

  /** Asks several times at once, waits until the Worker has logged each turn, and returns the received streams. */
  async function run(script: Script, leaves: Patience): Promise<readonly string[]> {
    model.reply(script);
    const seen = await Promise.all(Array.from({ length: AT_ONCE }, () => ask(leaves)));
    const ids = seen.map((stream) => /"queryId":"(\w+)"/.exec(stream)?.[1] ?? assert.fail('no id'));
    const lines = (id: string): number => worker.output().split(`"queryId":"${id}"`).length - 1;
    while (ids.some((id) => lines(id) === 0)) await used();
    assert.ok(
      ids.every((id) => lines(id) === 1),
      'one end each',
    );
    return seen;
  }
  const isDone = (stream: string): boolean => stream.includes('"type":"done"');

  const cut: Script = async (turn) => {
    await turn.say('Hel');
    turn.cut();
  };
  const fail: Script = async (turn) => {
    await turn.say('Hel');
    await turn.write(frame({ error: { message: 'lost' } }));
  };
  const refunded: readonly [string, Script, Patience][] = [
    ['left after one token', (turn) => turn.say('t1 '), (stream) => stream.includes('t1 ')],
    ['left in the middle', (turn) => turn.say('t1 ', 't2 ', 't3 '), (stream) => stream.includes('t2 ')],
    ["left before the model's first byte", () => undefined, (stream) => stream.includes('"start"')],
    ['left while the model is silent', (turn) => turn.open(), (stream) => stream.includes(': beat')],
    ['whose model drops the connection', cut, never],
    ['whose model reports an error in its stream', fail, never],
    ['whose model answers 429', (turn) => turn.json({}, 429), never],
  ];
  for (const [name, script, leaves] of refunded) {
    it(`${name} are refunded`, async () => {
      const seen = await run(script, leaves);
      assert.ok(!seen.some(isDone));
      while ((await used()) > charged);
      assert.equal(await used(), charged);
    });
  }

  const done: readonly [string, Patience][] = [
    ['read to the end', never],
    ['left on seeing the end', isDone],
  ];
  for (const [name, leaves] of done) {
    it(`${name} are charged`, async () => {
      const seen = await run(SAY_HELLO, leaves);
      assert.ok(seen.every(isDone));
      charged += AT_ONCE;
      assert.equal(await used(), charged);
    });
  }

  it('left right after the last token are charged if the client has seen the end, and otherwise refunded', async () => {
    const seen = await run(SAY_HELLO, (stream) => stream.includes('Hello there'));
    const least = charged + seen.filter(isDone).length;
    const now = await used();
    assert.ok(now >= least && now <= charged + AT_ONCE, `${now}`);
    charged = now;
    assert.equal(await used(), charged);
  });
});
