/**
 * What an answer may load, and where its relative links lead.
 *
 * @example
 * const policy: MarkdownPolicy = { imageSources: ['https://cdn.example/pics/'], baseUrl: 'https://docs.example/guide/' };
 * renderMarkdown('[next](two)', policy).querySelector('a')?.href; // 'https://docs.example/guide/two'
 */
export interface MarkdownPolicy {
  /**
   * Origins (`https://img.example`) or path prefixes (`https://cdn.example/pics/`) whose images may load. Hosts must match
   * exactly, wildcards are not supported, and the page's own origin is not included. Default: none.
   */
  readonly imageSources?: readonly string[];
  /** Absolute URL that relative links are resolved against. Default: the document's base URL. */
  readonly baseUrl?: string;
  /**
   * How a single line end in a paragraph is shown. `keep`: as a line break, as models mean it; but in wrapped prose, where a
   * line of 60 characters or more is followed by a lower-case letter, as a space. `join`: always as a space, as in CommonMark.
   * Default: `keep`.
   */
  readonly lineEnds?: 'keep' | 'join';
}

/** Elements allowed in a block of HTML; `body` is only the sanitizer's root. */
export const ALLOWED_TAGS: readonly string[] = (
  'a abbr b blockquote body br caption cite code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img input ins ' +
  'kbd li mark ol p pre q s small span strong sub summary sup table tbody td tfoot th thead tr u ul'
).split(' ');

/** Attributes allowed on these elements. Links, images, inputs and classes are restricted further. */
export const ALLOWED_ATTRIBUTES: readonly string[] =
  'align alt checked class colspan dir disabled href lang open reversed rowspan src start title type'.split(
    ' ',
  );

/** Whether an element keeps its class. Only code does, for its language. */
export function keepsClass(tagName: string, value: string): boolean {
  return tagName === 'CODE' && /^language-\S+$/.test(value);
}
