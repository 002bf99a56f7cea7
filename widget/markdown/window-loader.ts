import type * as WindowModule from './window.ts';

/** Characters of an open block, or of so many times as many in all, from which on the code is worth loading. */
const LONG_BLOCK_SIZE = 1024;
const LONG_TEXT = 4;

let loaded: typeof WindowModule | undefined;
let loading: Promise<void> | undefined;

/**
 * Loads what keeps long blocks cheap, and the visitor's place. Nothing waits for it: until it is here, and for good if
 * it cannot be loaded, an open block is read as a whole every frame, which is slower and draws the same.
 */
export async function loadWindow(): Promise<void> {
  loaded = await import('./window.ts');
}

/**
 * A window for one document; undefined while its code is not here, which `open` characters in the open blocks may ask
 * for, or `all` that was received.
 */
export function createWindow(
  { open, all }: { readonly open: number; readonly all: number },
  ...args: ConstructorParameters<typeof WindowModule.SourceWindow>
): WindowModule.SourceWindow | undefined {
  if (loaded) return new loaded.SourceWindow(...args);
  if (Math.max(open, all / LONG_TEXT) >= LONG_BLOCK_SIZE) load();
  return undefined;
}

/** What a visitor does to an answer that a drawing may undo. */
const DEEDS = ['selectstart', 'focusin', 'scroll', 'toggle'];

/**
 * Remembers what a visitor has selected, focused, scrolled and opened in `parent`, once the code for it is here, which
 * the first of these asks for.
 */
export function keepPlace(parent: HTMLElement, before: ChildNode | null): (() => boolean) | undefined {
  if (loaded) return loaded.keepPlace(parent, before);
  for (const deed of DEEDS) parent.addEventListener(deed, load, true);
  return undefined;
}

/** Starts a section where one is due. */
export function nextSection(...args: Parameters<typeof WindowModule.nextSection>): HTMLElement {
  return loaded?.nextSection(...args) ?? args[0];
}

/** Takes lines of code out of their sections. */
export function unwrapLines(...args: Parameters<typeof WindowModule.unwrapLines>): void {
  loaded?.unwrapLines(...args);
}

/** Joins the sections behind one. */
export function joinSections(current: HTMLElement): void {
  loaded?.joinSections(current);
}

function load(): void {
  loading ??= loadWindow().catch(() => undefined);
}
