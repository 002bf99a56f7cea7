/** What an answer may load and where its relative links lead. */
export interface MarkdownPolicy {
  /**
   * Origins (`https://img.example`) or path prefixes (`https://cdn.example/pics/`) whose images may load.
   * Exact hosts, no wildcards, the page's own origin is not implied. Default: none.
   */
  readonly imageSources?: readonly string[];
  /** Absolute URL that relative links are resolved against. Default: the document's base URL. */
  readonly baseUrl?: string;
}

/** Elements that may stand in an answer; `body` is only the sanitizer's own root. */
export const ALLOWED_TAGS: readonly string[] = (
  'a abbr b bdi bdo blockquote body br caption cite code dd del details dfn div dl dt em figcaption figure ' +
  'h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p pre q rp rt ruby s samp section small span strong sub ' +
  'summary sup table tbody td tfoot th thead tr u ul var wbr'
).split(' ');

/** Attributes that may stand on them; links, images, inputs and classes are narrowed further. */
export const ALLOWED_ATTRIBUTES: readonly string[] =
  'align alt checked class colspan dir disabled href lang open reversed rowspan src start title type'.split(
    ' ',
  );

/** Blocks whose direction follows their own text, so that a Hebrew paragraph in an English answer reads right. */
export const DIRECTED_BLOCKS = 'p,h1,h2,h3,h4,h5,h6,ul,ol,table';

/**
 * Raw HTML elements that swallow what follows them, or show something that is not text. Their tags are
 * shown as they were written: GFM 6.11, "Disallowed Raw HTML", with the same treatment for a few more.
 */
const FILTERED_TAG =
  /<(?=\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext|noscript|template|select|svg|math|frameset)(?:[\s/>]|$))/gi;

// As the HTML parser reads tags: `<p/title="a"onclick=b">` has two attributes.
const TAG_START = /<[a-z][^\t\n\f\r />]*/gi;
const ATTRIBUTE =
  /[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"[^"]*"|'[^']*'|[^\t\n\f\r "'>][^\t\n\f\r >]*))?/y;
const INLINE_CODE = /^(?:on|style$)/i;

/**
 * The raw HTML of an answer with the tags that GFM disallows turned into text, and without `onclick="…"` and `style="…"`:
 * the sanitizer would drop these, but a page with a Content Security Policy reports each of them as soon as it is parsed.
 */
export function filterTags(html: string): string {
  return dropInlineCode(html.replace(FILTERED_TAG, '&lt;'));
}

function dropInlineCode(html: string): string {
  let result = '';
  let position = 0;
  for (const { index, 0: start } of html.matchAll(TAG_START)) {
    // Inside of the tag before: `<p title="<b>">`.
    if (index < position) continue;
    result += html.slice(position, index) + start;
    position = ATTRIBUTE.lastIndex = index + start.length;
    for (let match = ATTRIBUTE.exec(html); match; match = ATTRIBUTE.exec(html)) {
      const [attribute, name = ''] = match;
      position = ATTRIBUTE.lastIndex;
      // The white space parts what stands around it: `<p style="…"title="a">`.
      result += INLINE_CODE.test(name) ? ' ' : attribute;
    }
  }
  return result + html.slice(position);
}

/** Whether an element keeps its class: only the language of code does. */
export function keepsClass(tagName: string, value: string): boolean {
  return tagName === 'CODE' && /^language-\S+$/.test(value);
}
