import type { Morpher } from './morph.ts';
import type { MarkdownPolicy } from './policy.ts';
import type * as WindowModule from './window.ts';

/** Characters of an open block from which on the code is worth loading. */
const LONG_BLOCK_SIZE = 1024;

let loaded: typeof WindowModule | undefined;
let loading: Promise<void> | undefined;

/**
 * Loads what keeps long blocks cheap, and selections. Nothing waits for it: until it is here, and for good if it cannot be
 * loaded, an open block is read as a whole every frame, which is slower and draws the same.
 */
export async function loadWindow(): Promise<void> {
  loaded = await import('./window.ts');
}

/** A window for one document; undefined while its code is not here, which a block of `size` characters may ask for. */
export function createWindow(
  policy: MarkdownPolicy,
  morpher: Morpher,
  size: number,
): WindowModule.SourceWindow | undefined {
  if (loaded) return new loaded.SourceWindow(policy, morpher);
  if (size >= LONG_BLOCK_SIZE) load();
  return undefined;
}

/** Remembers a selection, once the code for it is here, which the first selection asks for. */
export function keepSelection(
  ...args: Parameters<typeof WindowModule.keepSelection>
): ReturnType<typeof WindowModule.keepSelection> {
  if (!loaded) load();
  return loaded?.keepSelection(...args);
}

function load(): void {
  loading ??= loadWindow().catch(() => undefined);
}
