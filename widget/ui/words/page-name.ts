const NAMES = ['name=application-name', 'property="og:site_name"'];

/** The name that the page gives itself or its site; empty where it gives none. */
export function pageName(): string {
  const found = NAMES.map((name) => document.head.querySelector<HTMLMetaElement>(`meta[${name}]`)?.content);
  return found.find((name) => name?.trim())?.trim() ?? '';
}
