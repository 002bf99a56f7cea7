/**
 * Query per file that failed: older browsers never fetch its address again, https://github.com/whatwg/html/pull/10327. To be
 * removed when all browsers that we support do.
 */
const retries: Record<string, string> = {};

/** Part of the script tag, or of a preload made from it, that other requests of the widget repeat. */
export interface RequestTag {
  readonly crossOrigin: string | null;
  readonly nonce?: string;
}

/**
 * Imports a file of this release if it is the file that was built; every lazy load of the script form goes this way.
 * `import()` takes no hash, but the preload that it joins does. WebKit does not check the hash of a preload.
 *
 * @param base address that `file` is relative to
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
