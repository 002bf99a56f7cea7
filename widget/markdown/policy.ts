/**
 * What an answer may load and where its relative links lead.
 *
 * @example
 * const policy: MarkdownPolicy = { imageSources: ['https://cdn.example/pics/'], baseUrl: 'https://docs.example/guide/' };
 * renderMarkdown('[next](two)', policy).querySelector('a')?.href; // 'https://docs.example/guide/two'
 */
export interface MarkdownPolicy {
  /**
   * Origins (`https://img.example`) or path prefixes (`https://cdn.example/pics/`) whose images may load.
   * Exact hosts, no wildcards, the page's own origin is not implied. Default: none.
   */
  readonly imageSources?: readonly string[];
  /** Absolute URL that relative links are resolved against. Default: the document's base URL. */
  readonly baseUrl?: string;
  /**
   * What a single line end in a paragraph is. `keep`: a line end, as models mean it, but for wrapped prose: where a line of 60
   * characters or more goes on with a small letter, it is a space. `join`: a space, as in CommonMark. Default: `keep`.
   */
  readonly lineEnds?: 'keep' | 'join';
}

/** Elements that may stand in a block of HTML; `body` is only the sanitizer's own root. */
export const ALLOWED_TAGS: readonly string[] = (
  'a abbr b blockquote body br caption cite code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img input ins ' +
  'kbd li mark ol p pre q s small span strong sub summary sup table tbody td tfoot th thead tr u ul'
).split(' ');

/** Attributes that may stand on them; links, images, inputs and classes are narrowed further. */
export const ALLOWED_ATTRIBUTES: readonly string[] =
  'align alt checked class colspan dir disabled href lang open reversed rowspan src start title type'.split(
    ' ',
  );

/** Whether an element keeps its class: only the language of code does. */
export function keepsClass(tagName: string, value: string): boolean {
  return tagName === 'CODE' && /^language-\S+$/.test(value);
}
