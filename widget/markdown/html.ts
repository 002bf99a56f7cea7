import { type Links, Parser, Renderer, type Token, type Tokens } from 'marked';
import type { RichSpan } from './math.ts';
import { isNoteLink, type NoteNumber } from './notes.ts';

/** Raw HTML (`<kbd>`, `</details>`, `<!--`), a character reference (`&nbsp;`), or an image. */
const MARKUP = /<[a-z/!?]|&(?:#x?)?\w+;|!\[/i;

/**
 * Raw HTML elements that swallow what follows them, or show something that is not text. Their tags are
 * shown as they were written: GFM 6.11, "Disallowed Raw HTML", with the same treatment for a few more.
 */
const FILTERED_TAG =
  /<(?=\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext|noscript|template|select|svg|math|frameset|form)(?:[\s/>]|$))/gi;

// As the HTML parser reads them: `<p/title="a"onclick=b">` has two attributes, `<p style=>` one.
const COMMENT_OR_TAG_START = /<!--.*?(?:-->|$)|<[a-z][^\t\n\f\r />]*/gis;
const ATTRIBUTE =
  /[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"[^"]*"|'[^']*'|(?!["'])[^\t\n\f\r >]*))?/y;
const INLINE_CODE = /^(?:on|style$)/i;

/** marked's renderer without the tags and attributes that no answer may have. */
export class FilteringRenderer extends Renderer {
  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return dropInlineHandlers(text.replace(FILTERED_TAG, '&lt;'));
  }

  override codespan(token: Tokens.Codespan | RichSpan | NoteNumber): string {
    if ('href' in token) return `<sup><a href="${token.href}">${token.text}</a></sup>`;
    const html = super.codespan(token);
    if (!('lang' in token)) return html;
    const { lang, tokens } = token;
    if (tokens) return `<${lang}>${this.parser.parseInline(tokens)}</${lang}>`;
    return html.replace('<code>', `<code class="language-${lang}">`);
  }
}

/**
 * The markup of tokens as marked writes it, not sanitized. The tags that GFM disallows are text in it, and `onclick="…"`
 * and `style="…"` are left out: the sanitizer would drop these, but a page with a Content Security Policy reports each
 * of them as soon as it is parsed.
 *
 * @example
 * toUnsafeHtml(new MarkdownLexer({}).lex('a <b onclick="x()">b</b> <title>')); // '<p>a <b >b</b> &lt;title></p>\n'
 */
export function toUnsafeHtml(tokens: Token[]): string {
  return new Parser({ renderer: new FilteringRenderer() }).parse(tokens);
}

/**
 * Whether a token has something in it that only the HTML parser reads, or an image: not character references in a text, nor
 * `<b>` in code.
 *
 * @example
 * new MarkdownLexer({}).lex('a<b>b</b>').some(hasMarkup); // true
 * new MarkdownLexer({}).lex('`a<b>b`').some(hasMarkup); // false: code
 */
export function hasMarkup(token: Token): boolean {
  const { type, raw, lang = '', tokens, items, header, rows } = token as Tokens.Generic;
  if (!MARKUP.test(raw)) return false;
  switch (type) {
    case 'code':
      return MARKUP.test(lang);
    case 'codespan':
    case 'text':
    case 'escape':
      // Words in an element hold tokens, code and words do not.
      return tokens?.some(hasMarkup) ?? false;
    case 'def':
    case 'br':
      return false;
    case 'link':
      return hasReference(token as Tokens.Link) || (tokens?.some(hasMarkup) ?? false);
    case 'image':
      return true;
    case 'list':
      return items.some(hasMarkup);
    case 'table':
      return [header, ...rows].flat().some((cell: Tokens.TableCell) => cell.tokens.some(hasMarkup));
    default:
      return tokens?.some(hasMarkup) ?? true;
  }
}

/** Whether the address or title of a link has a character reference, which only the HTML parser reads there: `[a]: /?b&amp;c`. */
export function hasReference({ href, title }: Links[string]): boolean {
  return MARKUP.test(`${href} ${title}`);
}

/** Drawn blocks as HTML for the clipboard: they have passed the policy already. Addresses become absolute. */
export function toHtml(blocks: DocumentFragment): string {
  const box = document.createElement('div');
  box.append(blocks.cloneNode(true));
  for (const link of box.querySelectorAll('a')) {
    // The numbers of footnotes lead nowhere in another document.
    if (isNoteLink(link.getAttribute('href') ?? '')) link.removeAttribute('href');
    if (link.href) link.setAttribute('href', link.href);
    for (const name of ['rel', 'target']) link.removeAttribute(name);
  }
  return box.innerHTML;
}

function dropInlineHandlers(html: string): string {
  let result = '';
  let position = 0;
  for (const { index, 0: start } of html.matchAll(COMMENT_OR_TAG_START)) {
    // Inside of the tag before: `<p title="<b>">`.
    if (index < position) continue;
    result += html.slice(position, index) + start;
    position = ATTRIBUTE.lastIndex = index + start.length;
    if (start.startsWith('<!--')) continue;
    for (let match = ATTRIBUTE.exec(html); match; match = ATTRIBUTE.exec(html)) {
      const [attribute, name = ''] = match;
      position = ATTRIBUTE.lastIndex;
      // In `<p style="…"title="a">` the white space parts `<p` from `title`.
      result += INLINE_CODE.test(name) ? ' ' : attribute;
    }
  }
  return result + html.slice(position);
}
