import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  frame,
  startFakeModelServer,
  type FakeModelServer,
  type ModelTurn,
  type Script,
} from '../../support/fake-model-server.ts';
import { blocksOf, framesOf } from '../../support/frames.ts';
import { until } from '../../support/until.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';

const ASK = { messages: [{ role: 'user', content: 'Hi' }] };
const delta = (fields: object, finish_reason: string | null = null): string =>
  frame({ choices: [{ index: 0, delta: fields, finish_reason }] });
const DONE = 'data: [DONE]\n\n';
const encoder = new TextEncoder();

let model: FakeModelServer;
let worker: PlainWorkerd;
before(async () => {
  model = await startFakeModelServer();
  worker = await startPlainWorkerd({
    vars: {
      LOCAL: '1',
      MODEL_BASE_URL: model.baseUrl,
      MODEL: 'first',
      MODEL_FALLBACK: 'second',
      HEARTBEAT_MS: '50',
    },
  });
});
after(async () => {
  await worker.close();
  await model.close();
});

/** Asks once. Returns the text and the events that end the answer. */
async function ask(script: Script) {
  model.reply(script);
  const frames = framesOf(await (await worker.ask(ASK)).text());
  return {
    text: frames.map((event) => (event['type'] === 'token' ? event['token'] : '')).join(''),
    ends: frames.filter((event) => event['type'] === 'done' || event['type'] === 'error'),
  };
}

describe('a model server that answers', () => {
  const answers: readonly [string, Script, string][] = [
    ['in one piece', (turn) => turn.write(delta({ content: 'Hello' }) + delta({}, 'stop') + DONE), 'Hello'],
    [
      'without [DONE]',
      async (turn) => {
        await turn.write(delta({ content: 'Hello' }) + delta({}, 'stop'));
        turn.end();
      },
      'Hello',
    ],
    [
      'without a blank line at the end',
      async (turn) => {
        await turn.write(
          `${delta({ content: 'Hello' })}data: {"choices":[{"delta":{},"finish_reason":"stop"}]}`,
        );
        turn.end();
      },
      'Hello',
    ],
    [
      'with Windows line ends and comments',
      (turn) => turn.write(`: hi\r\n\r\n${(delta({ content: 'Hello' }) + DONE).replaceAll('\n', '\r\n')}`),
      'Hello',
    ],
    [
      'with the legacy frames of Workers AI',
      (turn) =>
        turn.write(
          frame({ response: 'Hel', p: 'abc' }) +
            frame({ response: 1 }) +
            frame({ response: '', usage: { prompt_tokens: 1, completion_tokens: 2 } }) +
            DONE,
        ),
      'Hel1',
    ],
    [
      'with chunks that a legacy frame closes',
      (turn) =>
        turn.write(delta({ content: 'Hello' }) + frame({ response: '', usage: { prompt_tokens: 1 } }) + DONE),
      'Hello',
    ],
    [
      'with one JSON despite stream: true',
      (turn) =>
        turn.json({ choices: [{ message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }] }),
      'Hello',
    ],
    [
      'with thinking in a field of its own',
      (turn) =>
        turn.write(
          delta({ reasoning_content: 'hm' }) +
            delta({ reasoning: 'hm' }) +
            delta({ content: 'Hello' }) +
            DONE,
        ),
      'Hello',
    ],
    [
      'with thinking in the text',
      (turn) =>
        turn.write(
          delta({ content: '<th' }) +
            delta({ content: 'ink>hm</thi' }) +
            delta({ content: 'nk>\n\nHello' }) +
            DONE,
        ),
      'Hello',
    ],
    [
      'with the markers of the Harmony format',
      (turn) =>
        turn.write(
          delta({ content: '<|channel|>analysis<|mess' }) +
            delta({ content: 'age|>hm<|end|><|start|>assistant<|channel|>final<|message|>Hel' }) +
            delta({ content: 'lo<|return|>' }) +
            DONE,
        ),
      'Hello',
    ],
  ];
  for (const [name, script, text] of answers) {
    it(`${name}: ends in one done event`, async () => {
      const answer = await ask(script);
      assert.equal(answer.text, text);
      assert.deepEqual(
        answer.ends.map((event) => event['type']),
        ['done'],
      );
    });
  }

  it('whose chunks split a character: the character is kept', async () => {
    const bytes = encoder.encode(delta({ content: 'Grüße 🦜' }) + DONE);
    // `10xxxxxx` is not the first byte of a character.
    for (const cut of [...bytes.keys()].filter((at) => bytes[at]! >> 6 === 0b10)) {
      const { text } = await ask(async (turn) => {
        await turn.write(bytes.subarray(0, cut));
        await turn.write(bytes.subarray(cut));
      });
      assert.equal(text, 'Grüße 🦜', `cut at ${cut}`);
    }
  });

  it('up to the token limit: the done event says so', async () => {
    const { ends } = await ask((turn) => turn.write(delta({ content: 'Hel' }) + delta({}, 'length') + DONE));
    assert.equal(ends[0]?.['finishReason'], 'length');
  });
});

describe('a model server that fails', () => {
  const secret = 'sk-secret';
  const failures: readonly [string, Script, string, string][] = [
    [
      'that ends without a reason',
      async (turn) => {
        await turn.say('Hel');
        turn.end();
      },
      'Hel',
      'model-failed',
    ],
    [
      'that breaks the connection',
      async (turn) => {
        await turn.say('Hel');
        turn.cut();
      },
      'Hel',
      'model-failed',
    ],
    [
      'that reports an error in its stream',
      (turn) => turn.write(delta({ content: 'Hel' }) + frame({ error: { message: secret } })),
      'Hel',
      'model-failed',
    ],
    [
      'that finishes with an error',
      (turn) => turn.write(delta({ content: 'Hel' }) + delta({}, 'error')),
      'Hel',
      'model-failed',
    ],
    [
      'that filters',
      (turn) => turn.write(delta({ content: 'Hel' }) + delta({}, 'content_filter') + DONE),
      'Hel',
      'content-filtered',
    ],
    [
      'that says nothing',
      (turn) => turn.write(delta({ content: '' }) + delta({}, 'stop') + DONE),
      '',
      'empty-answer',
    ],
    [
      'that only thinks',
      (turn) => turn.write(delta({ reasoning_content: 'hm' }) + delta({}, 'length') + DONE),
      '',
      'empty-answer',
    ],
    [
      'that refuses the key',
      (turn) => turn.json({ error: { message: `bad key ${secret}` } }, 401),
      '',
      'not-configured',
    ],
    [
      'that knows no such model',
      (turn) => turn.json({ error: { message: 'model not found' } }, 404),
      '',
      'not-configured',
    ],
    [
      'that finds the question too long',
      (turn) => turn.json({ error: { code: 'context_length_exceeded' } }, 400),
      '',
      'too-large',
    ],
    ['that crashes', (turn) => turn.json({ error: secret }, 500), '', 'model-failed'],
    [
      'that sends half a frame in the middle',
      (turn) =>
        turn.write(
          `${delta({ content: 'Hel' })}data: {"choices":[{"del\n\n${delta({ content: 'lo' })}${DONE}`,
        ),
      'Hel',
      'model-failed',
    ],
    ['that is full', (turn) => turn.json({}, 429), '', 'model-busy'],
    ['that times out', (turn) => turn.json({}, 504), '', 'model-timeout'],
    [
      'that has spent its money',
      (turn) => turn.json({ error: { code: 'insufficient_quota' } }, 429),
      '',
      'site-limit',
    ],
    [
      'that answers a page',
      async (turn) => {
        await turn.write('<!doctype html><h1>Proxy</h1>');
        turn.end();
      },
      '',
      'model-failed',
    ],
  ];
  for (const [name, script, text, code] of failures) {
    it(`${name}: ends in one error ${code}, after the text that arrived`, async () => {
      const answer = await ask(script);
      assert.equal(answer.text, text);
      assert.deepEqual(
        answer.ends.map(({ type, code: said }) => [type, said]),
        [['error', code]],
      );
      assert.doesNotMatch(JSON.stringify(answer.ends), /secret/);
    });
  }

  it('answers with the status and Retry-After of the failure when the client wants no stream', async () => {
    model.reply((turn) => turn.json({}, 503, { 'retry-after': '17' }));
    const response = await worker.ask(ASK, '?stream=false');
    assert.equal(response.status, 503);
    assert.equal(response.headers.get('retry-after'), '17');
    const { message, ...error } = (await response.json()) as Record<string, unknown>;
    assert.deepEqual(error, { type: 'error', code: 'model-busy', retryAfter: 17 });
    assert.equal(typeof message, 'string');
  });

  it('passes on a delay that the error object contains', async () => {
    const { ends } = await ask((turn) => turn.json({ error: { message: 'busy', retry_after: 9 } }, 503));
    assert.deepEqual([ends[0]?.['code'], ends[0]?.['retryAfter']], ['model-busy', 9]);
  });

  it('tells the visitor when a used-up allocation is renewed', async () => {
    const { ends } = await ask((turn) =>
      turn.json({ errors: [{ code: 3036, message: 'you have used up your daily free allocation' }] }, 429),
    );
    const retryAfter = Number(ends[0]?.['retryAfter']);
    assert.equal(ends[0]?.['code'], 'site-limit');
    assert.ok(retryAfter > 0 && retryAfter <= 86_400);
  });

  it('cannot be reached: the error is model-failed', async () => {
    const gone = await startFakeModelServer();
    const lonely = await startPlainWorkerd({ vars: { LOCAL: '1', MODEL_BASE_URL: gone.baseUrl } });
    await gone.close();
    const [end] = framesOf(await (await lonely.ask(ASK)).text()).slice(-1);
    await lonely.close();
    assert.equal(end?.['code'], 'model-failed');
  });
});

describe('the fallback model', () => {
  const full = (turn: Parameters<Script>[0]): void =>
    turn.json({ errors: [{ code: 3040, message: 'capacity' }] }, 429);

  it('answers when the first model is out of capacity', async () => {
    const asked = model.turns.length;
    const { text } = await ask(async (turn) => {
      if (turn.call.body.model === 'first') return full(turn);
      await turn.say('from the second');
      await turn.finish();
    });
    assert.equal(text, 'from the second');
    assert.deepEqual(
      model.turns.slice(asked).map(({ call }) => call.body.model),
      ['first', 'second'],
    );
  });

  it('answers when the first model fails in its stream before the first word', async () => {
    const { text, ends } = await ask(async (turn) => {
      if (turn.call.body.model === 'first')
        return turn.write(frame({ errors: [{ code: 3040, message: 'capacity' }] }));
      await turn.say('from the second');
      await turn.finish();
    });
    assert.equal(text, 'from the second');
    assert.equal(ends.length, 1);
  });

  const broken: readonly [string, Script][] = [
    ['answers 500', (turn) => turn.json({ error: 'broken' }, 500)],
    ['drops the connection', (turn) => turn.cut()],
    [
      'breaks off before its first token',
      (turn) => {
        turn.open();
        turn.end();
      },
    ],
    ['says nothing', (turn) => turn.write(delta({ content: '' }) + delta({}, 'stop') + DONE)],
    ['only thinks', (turn) => turn.write(delta({ reasoning: 'hm' }) + delta({}, 'length') + DONE)],
    [
      'only thinks in its text',
      (turn) => turn.write(delta({ content: '<think>hm</think>' }) + delta({}, 'stop') + DONE),
    ],
    [
      'only calls a tool',
      (turn) => turn.write(delta({ tool_calls: [{ id: 'c' }] }) + delta({}, 'tool_calls') + DONE),
    ],
  ];
  for (const [name, script] of broken) {
    it(`answers when the first model ${name}`, async () => {
      const { text, ends } = await ask(async (turn) => {
        if (turn.call.body.model === 'first') return script(turn);
        await turn.say('from the second');
        await turn.finish();
      });
      assert.equal(text, 'from the second');
      assert.equal(ends[0]?.['type'], 'done');
    });
  }

  it('answers when the first model has sent no word after FIRST_TOKEN_MS', async (t) => {
    const vars = { MODEL_BASE_URL: model.baseUrl, MODEL: 'first', MODEL_FALLBACK: 'second' };
    const impatient = await startPlainWorkerd({ vars: { LOCAL: '1', ...vars, FIRST_TOKEN_MS: '100' } });
    t.after(() => impatient.close());
    for (const script of [(turn: ModelTurn) => turn.open(), () => undefined] satisfies Script[]) {
      model.reply(async (turn) => {
        if (turn.call.body.model === 'first') return script(turn);
        await turn.say('from the second');
        await turn.finish();
      });
      assert.match(await (await impatient.ask(ASK)).text(), /from the second/);
    }
  });

  it('is not asked once the first model has sent text', async () => {
    const asked = model.turns.length;
    const { text, ends } = await ask((turn) =>
      turn.write(delta({ content: 'Hel' }) + frame({ error: { code: 503, message: 'capacity' } })),
    );
    assert.equal(text, 'Hel');
    assert.equal(ends[0]?.['code'], 'model-busy');
    assert.equal(model.turns.length, asked + 1);
  });

  it('leaves the error of the last model when all are out of capacity', async () => {
    const { ends } = await ask(full);
    assert.deepEqual(
      ends.map((event) => event['code']),
      ['model-busy'],
    );
  });
});

describe('a model server that sends too much, or something else than an answer', { timeout: 60_000 }, () => {
  const codeOf = async (script: Script): Promise<unknown> => (await ask(script)).ends[0]?.['code'];

  const MEGABYTE = 'x'.repeat(1_048_576);
  const floods: readonly [string, Script][] = [
    [
      'a frame without an end',
      async (turn) => {
        await turn.write('data: ');
        while (!turn.isClosed) await turn.write(MEGABYTE.slice(0, 65_536));
      },
    ],
    ['a JSON of more than 2 MB', (turn) => turn.json({ response: MEGABYTE.repeat(2) })],
  ];
  for (const [name, script] of floods) {
    it(`ends in model-failed after ${name}`, async () => {
      const code = await codeOf(async (turn) => {
        // Data that is sent after the Worker has closed the connection is lost.
        await Promise.resolve(script(turn)).catch(() => undefined);
      });
      assert.equal(code, 'model-failed');
    });
  }

  it('ends in too-large after a million characters', async () => {
    const { text, ends } = await ask(async (turn) => {
      while (!turn.isClosed) await turn.say(MEGABYTE.slice(0, 65_536)).catch(() => undefined);
    });
    assert.deepEqual(
      ends.map(({ code }) => code),
      ['too-large'],
    );
    assert.ok(text.length > 900_000 && text.length <= 1_000_000, `${text.length}`);
  });

  it('is named in the log as a web page when it answers so with status 200', async () => {
    const code = await codeOf((turn) => turn.page('<!doctype html><h1>Welcome</h1>'));
    assert.equal(code, 'model-failed');
    // workerd passes on lines of the log a little after the answer.
    await until(
      () => worker.log(),
      (log) => log.includes('HTML with status 200: MODEL_BASE_URL is not'),
    );
    assert.doesNotMatch(worker.log(), /Welcome/);
  });
});

describe('a model server that sends nothing yet', { timeout: 120_000 }, () => {
  it('lets headers and the start event through at once, and heartbeats until it sends text', async () => {
    model.reply((turn) => turn.open());
    const response = await worker.ask(ASK);
    const turn = await model.asked();
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let stream = '';
    while (stream.split(': beat\n\n').length < 4)
      stream += (await reader.read()).value ?? assert.fail('ended');
    assert.match(stream, /^data: {"type":"start"/);
    await turn.say('late');
    await turn.finish();
    for (let read = await reader.read(); !read.done; read = await reader.read()) stream += read.value;
    const blocks = blocksOf(stream).filter((block) => block !== ': beat');
    assert.deepEqual(
      framesOf(blocks.join('\n\n')).map((event) => event['type']),
      ['start', 'token', 'done'],
    );
  });

  it('ends in model-timeout when the turn has taken too long', async (t) => {
    const vars = { LOCAL: '1', MODEL_BASE_URL: model.baseUrl, TURN_TIMEOUT_MS: '100' };
    const impatient = await startPlainWorkerd({ vars });
    t.after(() => impatient.close());
    model.reply((turn) => turn.open());
    const frames = framesOf(await (await impatient.ask(ASK)).text());
    assert.deepEqual(
      frames.map(({ type, code }) => code ?? type),
      ['start', 'model-timeout'],
    );
  });
});

describe('the log', () => {
  it('has one line per turn, with the code of a failed turn, and no text of question or answer', () => {
    const lines = worker
      .log()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event === 'turn');
    const failed = lines.filter(({ outcome }) => outcome === 'failed');
    assert.equal(lines.length, new Set(lines.map(({ queryId }) => queryId)).size);
    assert.ok(failed.length > 10 && failed.length < lines.length);
    assert.ok(failed.every(({ code }) => typeof code === 'string'));
    assert.doesNotMatch(worker.log(), /Hel|"Hi"|secret|crash/);
  });
});
