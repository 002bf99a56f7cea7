import { frame, SAY_HELLO, type Script } from '../fake-model-server.ts';
import type { Ends, Race, Racer } from './run-race.ts';
import type { Question, Visit } from './visit.ts';

const TOKENS = 20;
const API_TOKEN = 'a token of this race, 32 characters or more';
const V1 = '/v1/chat/completions';
const WHOLE = '/api/chat?stream=false';
const STREAMED: Partial<Question> = { path: V1, body: { stream: true } };
const DONE = /"type":"done"/;

/** A model that sends so many tokens and then nothing more. */
const sayAndHang =
  (tokens: number): Script =>
  (turn) =>
    turn.say(...Array.from({ length: tokens }, (_, index) => `t${index + 1} `));
const sayOneAndHang = sayAndHang(1);
const sayManyAndHang = sayAndHang(TOKENS);
const neverAnswer: Script = () => undefined;
const openAndHang: Script = (turn) => turn.open();
const cut: Script = async (turn) => {
  await turn.say('Hel');
  turn.cut();
};
const refuse: Script = (turn) => turn.json({}, 429);

/** A visitor who reads to the end. */
const read =
  (question: Partial<Question> = {}) =>
  async (racer: Racer): Promise<Visit> => {
    const visit = racer.ask(question);
    await visit.end();
    return visit;
  };

type Exit = 'abort' | 'cancel' | 'destroy';

/** A visitor who leaves in one of the ways as soon as the answer matches; with an empty pattern, at its headers. */
const leave =
  (by: Exit, at: RegExp | ((index: number) => RegExp), question: Partial<Question> = {}) =>
  async (racer: Racer): Promise<Visit> => {
    const visit = racer.ask(question, by === 'destroy');
    await visit.until(at instanceof RegExp ? at : at(racer.index));
    await visit[by]();
    return visit;
  };

/** Leaves when the model has been asked, before the head of the answer. */
const leaveSilence =
  (by: Exclude<Exit, 'cancel'>, question: Partial<Question>) =>
  async (racer: Racer): Promise<Visit> => {
    const visit = racer.ask(question, by === 'destroy');
    await racer.asked();
    visit[by]();
    return visit;
  };

/** A place anywhere in an answer of {@link TOKENS} tokens. */
const anywhere = (index: number): RegExp => new RegExp(`t${1 + ((index * 7) % TOKENS)} `);

/** For a head that comes with the first token, and not after ten heartbeats without one, also where the machine is busy. */
const patient = () => ({ HEARTBEAT_MS: '1000' });

const all =
  (state: string) =>
  (turns: number): readonly Ends[] => [{ [state]: turns }];
/** Every split of the turns between two states. */
const either =
  (state: string, other: string) =>
  (turns: number): readonly Ends[] =>
    Array.from({ length: turns + 1 }, (_, index) => ({ [state]: index, [other]: turns - index }));
/** Any number of turns. */
const upTo =
  (state: string) =>
  (turns: number): readonly Ends[] =>
    Array.from({ length: turns + 1 }, (_, index) => ({ [state]: index }));
const paid = (turns: number): number => turns;
const free = (): number => 0;

const charged = { ends: all('charged'), calls: paid } as const;
/** Left after the model had begun, which has to be paid. */
const left = { ends: all('left'), calls: paid } as const;
/** Left before. */
const leftEarly = { ends: all('left'), calls: free } as const;
const failed = { ends: all('refunded'), calls: paid } as const;
const failedEarly = { ends: all('refunded'), calls: free } as const;

/** Two of three, for limits that are reached in mid-race. */
const most = (turns: number): number => Math.floor((turns * 2) / 3);
const networkOf = (index: number): string => `10.0.${index >> 8}.${index & 255}`;

const POSTED: readonly Race[] = [
  { name: 'POST, read to the end', model: SAY_HELLO, visit: read(), ...charged },
  {
    name: 'POST, connection broken while the turn is admitted',
    holds: 'admit',
    model: neverAnswer,
    async visit(racer) {
      const visit = racer.ask({}, true);
      await racer.held(1);
      visit.destroy();
      await racer.together();
      await racer.release();
      return visit;
    },
    // Who leaves so early may not have been reserved for yet.
    ends: upTo('left'),
    calls: free,
  },
  {
    name: 'POST, aborted during the search',
    holds: 'search',
    model: neverAnswer,
    visit: leave('abort', /"start"/),
    ...leftEarly,
  },
  {
    name: 'POST, aborted before the model has answered',
    model: neverAnswer,
    visit: leaveSilence('abort', {}),
    ...leftEarly,
  },
  {
    name: 'POST, body cancelled while the model is silent',
    model: openAndHang,
    visit: leave('cancel', /(?:: beat\s+){3}/),
    ...leftEarly,
  },
  { name: 'POST, aborted after one token', model: sayOneAndHang, visit: leave('abort', /t1 /), ...left },
  { name: 'POST, body cancelled anywhere', model: sayManyAndHang, visit: leave('cancel', anywhere), ...left },
  {
    name: 'POST, connection broken anywhere',
    model: sayManyAndHang,
    visit: leave('destroy', anywhere),
    ...left,
  },
  {
    name: 'POST, aborted right after the last token',
    model: SAY_HELLO,
    visit: leave('abort', /Hello there/),
    ends: either('charged', 'left'),
    calls: paid,
  },
  { name: 'POST, aborted on seeing the end', model: SAY_HELLO, visit: leave('abort', DONE), ...charged },
];

const OTHERS: readonly Race[] = [
  { name: 'GET, read to the end', model: SAY_HELLO, visit: read({ isGet: true }), ...charged },
  {
    name: 'GET, aborted anywhere',
    model: sayManyAndHang,
    visit: leave('abort', anywhere, { isGet: true }),
    ...left,
  },
  {
    name: 'GET, connection broken while the model is silent',
    model: openAndHang,
    visit: leaveSilence('destroy', { isGet: true }),
    ...leftEarly,
  },
  { name: 'whole, read', model: SAY_HELLO, visit: read({ path: WHOLE }), ...charged },
  {
    name: 'whole, aborted before the model has answered',
    model: neverAnswer,
    visit: leaveSilence('abort', { path: WHOLE }),
    ...leftEarly,
  },
  {
    name: 'whole, aborted after the first token',
    vars: patient,
    model: sayOneAndHang,
    visit: leave('abort', /^/, { path: WHOLE }),
    ...left,
  },
  { name: 'whole, the model drops the connection', model: cut, visit: read({ path: WHOLE }), ...failed },
  {
    name: '/v1 stream, body cancelled anywhere',
    model: sayManyAndHang,
    visit: leave('cancel', anywhere, STREAMED),
    ...left,
  },
  { name: '/v1 whole, read', model: SAY_HELLO, visit: read({ path: V1 }), ...charged },
  {
    name: '/v1 whole, connection broken while the model is silent',
    model: openAndHang,
    visit: leaveSilence('destroy', { path: V1 }),
    ...leftEarly,
  },
  {
    name: '/v1 whole, connection broken after the first token',
    vars: patient,
    model: sayOneAndHang,
    visit: leave('destroy', /^/, { path: V1 }),
    ...left,
  },
];

const FAILING: readonly Race[] = [
  {
    name: 'first model full, the next one answers',
    vars: () => ({ MODEL: 'first', MODEL_FALLBACK: 'second' }),
    model: (turn) => (turn.call.body.model === 'first' ? refuse(turn) : SAY_HELLO(turn)),
    visit: read(),
    ...charged,
  },
  {
    name: 'first model silent past FIRST_TOKEN_MS, the next one drops the connection',
    vars: () => ({ MODEL: 'first', MODEL_FALLBACK: 'second', FIRST_TOKEN_MS: '100' }),
    model: (turn) => (turn.call.body.model === 'first' ? turn.open() : turn.cut()),
    visit: read(),
    ...failedEarly,
  },
  {
    name: 'model reports an error in its stream',
    model: async (turn) => {
      await turn.say('Hel');
      await turn.write(frame({ error: { message: 'lost' } }));
    },
    visit: read(),
    ...failed,
  },
  {
    name: 'model says nothing',
    model: (turn) =>
      turn.write('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'),
    visit: read(),
    ...failedEarly,
  },
  {
    name: 'model silent until the time limit of the turn',
    vars: () => ({ TURN_TIMEOUT_MS: '500' }),
    model: openAndHang,
    visit: read(),
    ...failedEarly,
  },
  {
    name: 'AI Gateway fails',
    with: 'gateway',
    model: (turn) => turn.json({ errors: [{ code: 2005, message: 'no answer from the provider' }] }, 502),
    visit: read(),
    ...failedEarly,
  },
];

const LIMITED: readonly Race[] = [
  {
    name: 'allowance of the visitor used up on the way',
    vars: (turns) => ({ QUOTA_LIMIT: String(most(turns)) }),
    model: SAY_HELLO,
    visit: read(),
    ends: (turns) => [{ charged: most(turns) }],
    calls: most,
  },
  {
    name: 'allowance of the site used up on the way',
    vars: (turns) => ({ SITE_DAILY_LIMIT: String(most(turns)) }),
    model: SAY_HELLO,
    visit: read(),
    address: networkOf,
    // Once the site is known to be closed, nothing is reserved for a while.
    ends: (turns) =>
      Array.from({ length: turns - most(turns) + 1 }, (_, refunded) => ({ charged: most(turns), refunded })),
    calls: most,
    lines: most,
  },
  {
    name: 'refunds of a visitor who always leaves used up on the way',
    vars: (turns) => ({ QUOTA_LIMIT: String(turns) }),
    model: sayOneAndHang,
    async visit(racer) {
      const first = await leave('abort', /t1 /)(racer);
      await racer.together();
      await racer.settled();
      return [first, await leave('abort', /t1 /)(racer)];
    },
    ends: (turns) => [{ left: turns, charged: turns }],
    calls: (turns) => 2 * turns,
  },
  {
    name: 'two at once in each session of a passed bot check, one leaves',
    with: 'turnstile',
    model: async (turn) => {
      await turn.say('t1 ');
      if (JSON.stringify(turn.call.body).includes('stay')) await turn.finish();
    },
    async visit(racer) {
      const first = racer.ask({ body: { turnstileToken: `good ${racer.index}` } });
      await first.until(/t1 /);
      first.abort();
      const token = /"token":"([^"]+)"/.exec(first.text)?.[1] ?? '';
      const headers = { Authorization: `Bearer ${token}` };
      const second = racer.ask({ headers, body: { messages: [{ role: 'user', content: 'stay' }] } });
      const third = racer.ask({ headers });
      await Promise.all([second.end(), third.until(/t1 /)]);
      third.abort();
      return [first, second, third];
    },
    ends: (turns) => [{ charged: turns, left: 2 * turns }],
    calls: (turns) => 3 * turns,
  },
  {
    name: "/v1 of the owner's server, a user each, body cancelled anywhere",
    vars: () => ({ API_TOKEN, QUOTA_LIMIT: '1' }),
    model: sayManyAndHang,
    visit: (racer) =>
      leave('cancel', anywhere, {
        path: V1,
        headers: { Authorization: `Bearer ${API_TOKEN}` },
        body: { stream: true, user: `user ${racer.index}` },
      })(racer),
    ...left,
  },
  {
    name: 'bot check not passed, and then passed',
    with: 'turnstile',
    model: SAY_HELLO,
    async visit(racer) {
      const refused = await read({ body: { turnstileToken: 'bad' } })(racer);
      return [refused, await read({ body: { turnstileToken: `good ${racer.index}` } })(racer)];
    },
    ...charged,
  },
];

/** The address that `start` names for the rest of a turn, or for stopping it. */
const linkOf = (visit: Visit, name: 'resume' | 'stop'): string =>
  new RegExp(`"${name}":"([^"]+)"`).exec(visit.text)?.[1] ?? '';

/** Races with visitors who leave, and some of whom come back. */
const RESUMED: readonly Race[] = [
  {
    name: 'POST, aborted after one token, and nobody comes back within RESUME_SECONDS',
    vars: () => ({ RESUME_SECONDS: '1' }),
    model: sayOneAndHang,
    visit: leave('abort', /t1 /),
    ...left,
  },
  {
    name: 'POST, aborted after one token and stopped',
    vars: () => ({ RESUME_SECONDS: '25' }),
    model: sayOneAndHang,
    async visit(racer) {
      const visit = await leave('abort', /t1 /)(racer);
      const stop = racer.ask({ path: linkOf(visit, 'stop') });
      await stop.head();
      return visit;
    },
    ...left,
  },
  {
    name: 'POST, connection broken after one token, and the rest is read by another',
    vars: () => ({ RESUME_SECONDS: '25' }),
    model: sayOneAndHang,
    async visit(racer) {
      const visit = await leave('destroy', /t1 /)(racer);
      const rest = racer.ask({ path: `${linkOf(visit, 'resume')}&after=2`, isGet: true });
      await rest.head();
      const turn = await racer.asked();
      await turn.say('t2 ');
      await turn.finish();
      await rest.until(DONE);
      return [visit, rest];
    },
    ...charged,
  },
];

/** Who asks how, leaves when and how, and what fails on the way. */
export const RACES: readonly Race[] = [...POSTED, ...OTHERS, ...FAILING, ...LIMITED, ...RESUMED];
