/** The preload by which the script-tag file has brought this module: it has the page's nonce. */
const own = document.querySelector<HTMLLinkElement>(`link[href="${import.meta.url}"]`);

/**
 * Imports a chunk if it is what was built, as the script-tag file does with the panel. Every `import()` of the panel
 * for script tags is replaced by a call of this; `file` lies beside this module.
 */
export function importPinned(file: string, integrity: string): Promise<unknown> {
  const { href } = new URL(file, import.meta.url);
  if (own) document.head.append(Object.assign(own.cloneNode(), { href, integrity }));
  return import(/* @vite-ignore */ href);
}
