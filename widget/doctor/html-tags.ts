/** Attributes of a tag by their lower-case names. */
export type Attributes = ReadonlyMap<string, string>;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#039': "'",
};

const ATTRIBUTES = `((?:\\s+[^\\s=>"'/]+(?:\\s*=\\s*(?:"[^"]*"|'[^']*'|[^\\s>"']+))?)*)\\s*/?>`;

/** The HTML without comments, and without what stands in tags whose content browsers do not run. */
export function visibleHtml(html: string): string {
  return html.replaceAll(/<!--[\s\S]*?-->|<(noscript|template|textarea|xmp)\b[\s\S]*?<\/\1\s*>/gi, '');
}

/** The attributes of every start tag of a name, a pattern, in HTML. */
export function readTags(html: string, name: string): Attributes[] {
  const tags = html.matchAll(new RegExp(`<(?:${name})${ATTRIBUTES}`, 'gi'));
  return [...tags].map(([, attributes = '']) => readAttributes(attributes));
}

function readAttributes(text: string): Attributes {
  const found = text.matchAll(/([^\s=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g);
  return new Map(
    [...found].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? ''),
    ]),
  );
}

function decodeEntities(text: string): string {
  return text.replaceAll(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);
}
