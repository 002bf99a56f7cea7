/**
 * Files that failed to load, with the query for the next try: older browsers never request the same address again,
 * https://github.com/whatwg/html/pull/10327. Remove this when all supported browsers do.
 */
const retries: Record<string, string> = {};

/** The attributes of the script tag (or of a preload made from it) that other requests of the widget copy. */
export interface RequestTag {
  readonly crossOrigin: string | null;
  readonly nonce?: string;
}

/**
 * Imports a file of this release after a check of its hash; every lazy load of the script form uses this function. `import()`
 * accepts no hash, but it uses the result of the preload, which does. WebKit does not check the hash of a preload.
 *
 * @param base address to which `file` is relative
 */
export async function importChunk(
  file: string,
  integrity: string,
  base: string | URL,
  tag: RequestTag | null,
): Promise<unknown> {
  const { href } = new URL(file + (retries[file] ?? ''), base);
  const link = document.createElement('link');
  const { crossOrigin, nonce } = tag ?? link;
  document.head.append(Object.assign(link, { rel: 'modulepreload', href, integrity, crossOrigin, nonce }));
  try {
    return await import(/* @vite-ignore */ href);
  } catch (error) {
    retries[file] = `?${Date.now()}`;
    throw error;
  }
}
