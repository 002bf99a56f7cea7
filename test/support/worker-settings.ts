import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../widget/build/project.ts';

/** Something that the Worker reads from its environment. */
export interface WorkerSetting {
  readonly kind: 'binding' | 'secret' | 'var';
  readonly name: string;
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const SECRETS = new Set(
  [...read('.dev.vars.example').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name),
);

/** Every binding, var and secret, in the order of `worker/env.ts`. A secret is one with an example in `.dev.vars.example`. */
export const WORKER_SETTINGS: readonly WorkerSetting[] = [
  ...read('worker/env.ts').matchAll(/^ {2}readonly ([A-Z_]+)\?: (\w+)/gm),
].map(([, name = '', type]) => {
  if (type !== 'string') return { kind: 'binding', name };
  return { kind: SECRETS.has(name) ? 'secret' : 'var', name };
});
