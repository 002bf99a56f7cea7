const NAMES = ['name=application-name', 'property="og:site_name"'];

/** The name of the page or its site, from its metadata; empty where there is none. */
export function pageName(): string {
  const found = NAMES.map((name) => document.head.querySelector<HTMLMetaElement>(`meta[${name}]`)?.content);
  return found.find((name) => name?.trim())?.trim() ?? '';
}
