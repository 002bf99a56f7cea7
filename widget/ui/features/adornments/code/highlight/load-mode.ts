import type { Mode } from './mode.ts';

const JAVASCRIPT = /^(?:javascript|json|typescript)$/;

/** The mode of this name; undefined where there is none. Rejects when its code does not load. */
export async function loadMode(name: string): Promise<Mode | undefined> {
  if (JAVASCRIPT.test(name)) return (await import('./javascript-mode.ts')).javascript;
  return (await import('./codemirror-mode.ts')).loadCodeMirrorMode(name);
}
