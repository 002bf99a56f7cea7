// The built Worker with a way to look into its quota objects and to restart them; see plain-workerd.ts.
import worker, { SiteLimit, VisitorQuota } from './index.js';

const ids = new Set();

/** The real object; what a test asks of it besides is answered from the same storage. */
class InspectedQuota extends VisitorQuota {
  #state;
  constructor(state, env) {
    super(state, env);
    this.#state = state;
  }

  fetch(request) {
    ids.add(this.#state.id.toString());
    const { pathname } = new URL(request.url);
    if (pathname === '/restart') this.#state.abort('restarted by a test');
    if (pathname !== '/rows') return super.fetch(request);
    const tables = this.#state.storage.sql
      .exec("SELECT name FROM sqlite_master WHERE name = 'turns'")
      .toArray();
    return Response.json(
      tables.length === 0 ? [] : this.#state.storage.sql.exec('SELECT id, state FROM turns').toArray(),
    );
  }
}

async function inspect(path, env, body) {
  if (path.startsWith('/object/')) {
    const init = { method: 'POST', body };
    return env.QUOTA.getByName('of-a-test').fetch(`https://quota/${path.slice('/object/'.length)}`, init);
  }
  const objects = [...ids].map((id) => env.QUOTA.get(env.QUOTA.idFromString(id)));
  const answers = await Promise.allSettled(objects.map((object) => object.fetch(`https://quota${path}`)));
  if (path === '/restart') return Response.json(answers.filter(({ status }) => status === 'rejected').length);
  const rows = await Promise.all(answers.map(({ value }) => value.json()));
  return Response.json({ objects: ids.size, rows: rows.flat() });
}

export { SiteLimit, InspectedQuota as VisitorQuota };
export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/inspect/'))
      return inspect(pathname.slice('/inspect'.length), env, await request.text());
    return worker.fetch(request, env, context);
  },
};
