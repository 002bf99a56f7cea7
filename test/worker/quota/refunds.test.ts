import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  frame,
  SAY_HELLO,
  startFakeModelServer,
  type FakeModelServer,
  type Script,
} from '../../support/fake-model-server.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';
import { Gate } from '../../support/gate.ts';

const TURNS = 30;
const AT_ONCE = 10;
const TOKENS = 20;
const BODY = JSON.stringify({ query: 'Hi' });

/** When the visitor leaves, by what has come so far. */
type Patience = (stream: string) => boolean;

interface Seen {
  readonly id: string;
  readonly stream: string;
}

/** A model that says so many tokens and then nothing more. */
const sayAndHang =
  (tokens: number): Script =>
  (turn) =>
    turn.say(...Array.from({ length: tokens }, (_, index) => `t${index + 1} `));

for (const isRestarted of [false, true])
  describe(
    `${TURNS} turns each${isRestarted ? ', all objects restarted in the middle' : ''}`,
    { timeout: 240_000 },
    () => {
      let model: FakeModelServer;
      let worker: PlainWorkerd;
      before(async () => {
        model = await startFakeModelServer();
        const vars = {
          SESSION_SECRET: 'a secret of this test, 32 characters or more',
          MODEL_BASE_URL: model.baseUrl,
          QUOTA_LIMIT: '1000',
          SITE_DAILY_LIMIT: '100000',
          HEARTBEAT_MS: '50',
          RESUME_SECONDS: '0',
        };
        worker = await startPlainWorkerd({ vars });
      });
      after(async () => {
        await worker.close();
        await model.close();
      });

      async function ask(leaves: Patience): Promise<Seen> {
        const leave = new AbortController();
        const response = await worker.fetch('/api/chat', {
          method: 'POST',
          body: BODY,
          signal: leave.signal,
        });
        const decoder = new TextDecoder();
        let stream = '';
        for await (const bytes of response.body!) {
          stream += decoder.decode(bytes, { stream: true });
          if (leaves(stream)) break;
        }
        leave.abort();
        return { id: /"queryId":"(\w+)"/.exec(stream)?.[1] ?? assert.fail('no id'), stream };
      }

      /** Kills the objects while one of the turns at once has come to the model: others are reserved, or about to be. */
      function restarting(script: Script): Script {
        let asked = 0;
        return async (turn) => {
          asked += 1;
          if (isRestarted && asked % AT_ONCE === AT_ONCE / 2) await worker.restartQuota();
          await script(turn);
        };
      }

      /** Asks again and again, and waits until each of these turns has ended. */
      async function run(script: Script, leaves: (turn: number) => Patience) {
        model.reply(restarting(script));
        const seen: Seen[] = [];
        for (let turn = 0; turn < TURNS; turn += AT_ONCE) {
          const batch = Array.from({ length: AT_ONCE }, (_, index) => ask(leaves(turn + index)));
          seen.push(...(await Promise.all(batch)));
        }
        const ids = new Set(seen.map(({ id }) => id));
        assert.equal(ids.size, TURNS);
        const mine = async () => (await worker.turns()).filter(({ id }) => ids.has(id));
        let rows = await mine();
        while (rows.some(({ state }) => state === 'reserved')) rows = await mine();
        const states = new Map(rows.map(({ id, state }) => [id, state]));
        let log = '';
        for (const id of ids) log = await worker.logged(new RegExp(`"event":"turn".*${id}`));
        const lines = log.split('\n');
        for (const { id, stream } of seen) {
          if (stream.includes('"type":"done"'))
            assert.equal(states.get(id), 'charged', 'seen but not charged');
          assert.equal(
            lines.filter((line) => line.includes('"turn"') && line.includes(id)).length,
            1,
            'one end',
          );
        }
        return { seen, states: seen.map(({ id }) => states.get(id)) };
      }

      const never: Patience = () => false;
      const all = (state: string): readonly string[] => Array.from({ length: TURNS }, () => state);

      it('that are read to the end are charged', async () => {
        const { seen, states } = await run(SAY_HELLO, () => never);
        assert.ok(seen.every(({ stream }) => stream.includes('"type":"done"')));
        assert.deepEqual(states, all('charged'));
      });

      it('that are left after one token are given back', async () => {
        const { states } = await run(sayAndHang(1), () => (stream) => stream.includes('t1 '));
        assert.deepEqual(states, all('left'));
      });

      it('that are left anywhere in the answer are given back', async () => {
        const { states } = await run(
          sayAndHang(TOKENS),
          (turn) => (stream) => stream.includes(`t${1 + ((turn * 7) % TOKENS)} `),
        );
        assert.deepEqual(states, all('left'));
      });

      it("that are left before the model's first byte are given back", async () => {
        const { states } = await run(
          () => undefined,
          () => (stream) => stream.includes('"start"'),
        );
        assert.deepEqual(states, all('left'));
      });

      it('that are left while the model is silent are given back', async () => {
        const { states } = await run(
          (turn) => turn.open(),
          () => (stream) => stream.split(': beat').length > 3,
        );
        assert.deepEqual(states, all('left'));
      });

      it('that are left right after the last token are over, one way or the other', async () => {
        const { states } = await run(SAY_HELLO, () => (stream) => stream.includes('Hello there'));
        assert.ok(states.every((state) => state === 'charged' || state === 'left'));
      });

      it('that are left on seeing the end are charged', async () => {
        const { states } = await run(SAY_HELLO, () => (stream) => stream.includes('"type":"done"'));
        assert.deepEqual(states, all('charged'));
      });

      const failures: readonly [string, Script, string][] = [
        [
          'whose model drops the connection',
          async (turn) => {
            await turn.say('Hel');
            turn.cut();
          },
          'model-failed',
        ],
        [
          'whose model reports an error in its stream',
          async (turn) => {
            await turn.say('Hel');
            await turn.write(frame({ error: { message: 'lost' } }));
          },
          'model-failed',
        ],
        ['whose model answers 429', (turn) => turn.json({}, 429), 'model-busy'],
        [
          'whose model says nothing',
          (turn) => turn.write('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'),
          'empty-answer',
        ],
      ];
      for (const [name, script, code] of failures) {
        it(`${name} are given back`, async () => {
          const { seen, states } = await run(script, () => never);
          assert.ok(seen.every(({ stream }) => stream.includes(`"code":"${code}"`)));
          assert.deepEqual(states, all('refunded'));
        });
      }

      for (const path of ['/api/chat?stream=false', '/v1/chat/completions']) {
        /** Asks for whole answers and resolves with the states of their turns when all have ended. */
        const runWhole = async (script: Script, isLeft: boolean) => {
          model.reply(restarting(script));
          const earlier = new Set((await worker.turns()).map(({ id }) => id));
          for (let turn = 0; turn < TURNS; turn += AT_ONCE) {
            const batch = Array.from({ length: AT_ONCE }, async () => {
              const leave = new AbortController();
              const response = await worker.fetch(path, { method: 'POST', body: BODY, signal: leave.signal });
              if (isLeft) leave.abort();
              else await response.text();
            });
            await Promise.all(batch);
          }
          const mine = async () => (await worker.turns()).filter(({ id }) => !earlier.has(id));
          let rows = await mine();
          while (rows.some(({ state }) => state === 'reserved')) rows = await mine();
          return rows.map(({ state }) => state);
        };

        it(`that are read whole are charged (${path})`, async () => {
          assert.deepEqual(await runWhole(SAY_HELLO, false), all('charged'));
        });

        it(`that are left before a whole answer is complete are given back (${path})`, async () => {
          assert.deepEqual(await runWhole(sayAndHang(1), true), all('left'));
        });

        it(`whose model drops a whole answer are given back (${path})`, async () => {
          const cut: Script = async (turn) => {
            await turn.say('Hel');
            turn.cut();
          };
          assert.deepEqual(await runWhole(cut, false), all('refunded'));
        });
      }

      it('during which the quota object restarts are charged', async () => {
        let started = 0;
        let restarted = new Gate();
        const { states } = await run(
          async (turn) => {
            await turn.say('Hel');
            started += 1;
            if (started % AT_ONCE === 0) {
              assert.equal(await worker.restartQuota(), 2);
              restarted.open();
              restarted = new Gate();
            } else await restarted.opened;
            await turn.say('lo');
            await turn.finish();
          },
          () => never,
        );
        assert.deepEqual(states, all('charged'));
      });
    },
  );
