// The built Worker, with routes to inspect its Durable Objects and to restart them. plain-workerd.ts calls these routes.
import worker, { Books, RunningTurn } from './index.js';

/** The passage that every search finds. By its `hits` it contains all words of the question. */
const PASSAGE = {
  id: 'refunds',
  title: 'Refunds',
  url: '/refunds',
  text: 'This is how refunds are paid.',
  score: 1,
  hits: '1'.repeat(24),
};

const ids = new Set();
/** How many rows the quota objects have written, as counted by the platform. */
let rowsWritten = 0;
/** The objects of turns, by id. One map is enough: workerd runs all objects in one isolate. */
const turns = new Map();
const calls = [];
/** The name of the remote calls that are held, and how many were. */
const held = { call: '', count: 0 };

/** With WATCHED, replaces the bindings by ones that record each remote call when it begins, and hold calls if a test wants it. */
function watched(env) {
  if (env.WATCHED !== '1') return env;
  const wait = async (call) => {
    if (held.call !== call) return;
    held.count += 1;
    // Polls, because in workerd a request cannot await the promise of another request.
    while (held.call === call) await new Promise((resume) => setTimeout(resume, 5));
  };
  const objects = (namespace) => ({
    getByName: (name) => ({
      fetch: async (url, init) => {
        const call = new URL(url).pathname.slice(1);
        calls.push(call);
        const answer = await namespace.getByName(name).fetch(url, init);
        await wait(call);
        return answer;
      },
    }),
  });
  const all = async () => {
    calls.push('search');
    await wait('search');
    return { results: [PASSAGE] };
  };
  const DB = { prepare: () => ({ bind: () => ({ all }) }) };
  return { ...env, DB, QUOTA: objects(env.QUOTA), RESUME: noted(env.RESUME) };
}

/** The namespace of the objects of turns. Records each request to them as the call `turn`. */
function noted(namespace) {
  const fetch = (name) => (url, init) => {
    calls.push('turn');
    return namespace.getByName(name).fetch(url, init);
  };
  return { getByName: (name) => ({ fetch: fetch(name) }) };
}

/** The rows of a query; none before its table exists. */
function rowsOf(state, table, query) {
  const { sql } = state.storage;
  const tables = sql.exec('SELECT name FROM sqlite_master WHERE name = ?', table).toArray();
  return tables.length === 0 ? [] : sql.exec(query).toArray();
}

/** A storage that counts its written rows. */
function counted({ storage }) {
  const exec = (...query) => {
    const cursor = storage.sql.exec(...query);
    const rows = cursor.toArray();
    rowsWritten += cursor.rowsWritten;
    return { toArray: () => rows };
  };
  const methods = ['transactionSync', 'getAlarm', 'setAlarm', 'deleteAll'];
  return {
    storage: {
      sql: { exec },
      ...Object.fromEntries(methods.map((name) => [name, storage[name].bind(storage)])),
    },
  };
}

/** The real quota object, with additional routes for tests, which read the same storage. */
class InspectedBooks extends Books {
  #state;
  constructor(state, env) {
    super(counted(state), env);
    this.#state = state;
  }

  fetch(request) {
    ids.add(this.#state.id.toString());
    const { pathname } = new URL(request.url);
    if (pathname === '/restart') this.#state.abort('restarted by a test');
    if (pathname === '/site') return Response.json(this.#siteCalls());
    if (pathname !== '/rows') return super.fetch(request);
    return Response.json(rowsOf(this.#state, 'turn', 'SELECT id, state FROM turn ORDER BY lease_until'));
  }

  /** The number of model calls that the site has counted. */
  #siteCalls() {
    const limits = rowsOf(this.#state, 'turn', 'SELECT limits FROM turn').map((row) =>
      JSON.parse(row.limits),
    );
    const site = limits.flat().find((limit) => limit.of === 'site');
    const total = rowsOf(this.#state, 'tally', `SELECT n FROM tally WHERE name = '${site?.name}'`);
    return { total: total[0]?.n ?? 0 };
  }
}

/** The real object of a turn. It is stored in `turns`, so that a test can inspect its memory. */
class InspectedTurn extends RunningTurn {
  #state;
  #born = Date.now();
  #awake = 0;
  constructor(state, env) {
    super(state, watched(env));
    this.#state = state;
    turns.set(state.id.toString(), this);
  }

  /** Milliseconds from the object's first request to the last call of this method at which it kept something in memory. */
  get awake() {
    if (this.kept.characters > 0) this.#awake = Date.now() - this.#born;
    return this.#awake;
  }

  fetch(request) {
    if (new URL(request.url).pathname === '/restart') {
      turns.delete(this.#state.id.toString());
      this.#state.abort('restarted by a test');
    }
    return super.fetch(request);
  }
}

async function inspect(path, env, body) {
  if (path === '/calls') return Response.json(calls);
  if (path === '/kept') {
    const objects = body === '' ? [...turns.values()] : [turns.get(env.RESUME.idFromName(body).toString())];
    const kept = objects.flatMap((object) => object?.kept ?? []);
    const sum = (name) => kept.reduce((total, facts) => total + facts[name], 0);
    return Response.json({ characters: sum('characters'), readers: sum('readers') });
  }
  if (path === '/awake') return Response.json([...turns.values()].reduce((sum, { awake }) => sum + awake, 0));
  if (path === '/restart-turns') {
    const stubs = [...turns.keys()].map((id) => env.RESUME.get(env.RESUME.idFromString(id)));
    const answers = await Promise.allSettled(stubs.map((stub) => stub.fetch('https://turn/restart')));
    return Response.json(answers.filter(({ status }) => status === 'rejected').length);
  }
  if (path === '/held') return Response.json(held.count);
  if (path.startsWith('/hold/')) {
    Object.assign(held, { call: path.slice('/hold/'.length), count: 0 });
    return Response.json(held);
  }
  if (path === '/written') return Response.json(rowsWritten);
  const [, method] = /^\/QUOTA\/(.*)/.exec(path) ?? [];
  if (method !== undefined)
    return env.QUOTA.getByName('of-a-test').fetch(`https://quota/${method}`, { method: 'POST', body });
  const objects = [...ids].map((id) => env.QUOTA.get(env.QUOTA.idFromString(id)));
  const answers = await Promise.allSettled(objects.map((object) => object.fetch(`https://quota${path}`)));
  if (path === '/restart') return Response.json(answers.filter(({ status }) => status === 'rejected').length);
  const all = await Promise.all(answers.map(({ value }) => value.json()));
  if (path === '/site') return Response.json({ total: all.reduce((sum, { total }) => sum + total, 0) });
  return Response.json({ objects: ids.size, rows: all.flat() });
}

export { InspectedBooks as Books, InspectedTurn as RunningTurn };
export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    const [, binding] = /^\/inspect\/(RESUME|QUOTA)$/.exec(pathname) ?? [];
    if (binding !== undefined) {
      const { method, body, headers } = request;
      const namespace = watched({ ...env, WATCHED: '1' })[binding];
      return namespace.getByName(headers.get('Object-Name')).fetch(headers.get('Object-URL'), {
        method,
        body,
        headers,
      });
    }
    if (pathname.startsWith('/inspect/'))
      return inspect(pathname.slice('/inspect'.length), env, await request.text());
    return worker.fetch(request, watched(env), context);
  },
};
