import { readdirSync, readFileSync } from 'node:fs';

const NANOSECONDS_A_MILLISECOND = 1e6;

/** A module for `startPlainWorkerd`: the Worker with its Durable Objects in another process. In production they also run, and are paid, separately. */
export const WITH_REMOTE_OBJECTS = `import worker from './index.js';
export default { fetch: (request, { OBJECTS, ...env }, context) => {
  const namespaceOf = (binding) => ({ getByName: (name) => ({ fetch: (url, { method, body, headers }) => {
    const all = new Headers(headers);
    all.set('Object-Name', name);
    all.set('Object-URL', url);
    return OBJECTS.fetch('http://objects/inspect/' + binding, { method, body, headers: all });
  } }) });
  return worker.fetch(request, { ...env, RESUME: namespaceOf('RESUME'), QUOTA: namespaceOf('QUOTA') }, context);
} };`;

/**
 * CPU of all threads of a process, by the scheduler's clock: `/proc/PID/stat` counts in hundredths of a second, which is more
 * than ten answers of the passthrough take.
 */
export function cpuMilliseconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'));
  return times.reduce((sum, time) => sum + Number(time.split(' ')[0]) / NANOSECONDS_A_MILLISECOND, 0);
}
