const RIGHT_TO_LEFT = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** The language in force at an element: its own `lang`, else the nearest one of the page, else `en`. */
export function resolveLanguage(element: HTMLElement): string {
  let node: Element | null = element;
  while (node) {
    const owner: Element | null = node.closest('[lang]:not([lang=""])');
    if (owner instanceof HTMLElement) return owner.lang.toLowerCase();
    const root = node.getRootNode();
    node = root instanceof ShadowRoot ? root.host : null;
  }
  return 'en';
}

/** The writing direction of a language. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(language.split('-', 1)[0] ?? '') ? 'rtl' : 'ltr';
}
