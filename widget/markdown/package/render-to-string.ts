import { Parser, Renderer, type Tokens } from 'marked';
import { directionOf } from '../directions.ts';
import { MarkdownLexer, normalizeSource } from '../lexer.ts';
import type { RichSpan } from '../math.ts';
import { isNoteLink } from '../note-links.ts';
import type { MarkdownPolicy } from '../policy.ts';
import type { Details } from '../tags.ts';
import { describeLink } from '../gated-links.ts';
import { imageAddress } from '../url-gate.ts';

/**
 * A character reference that could hide part of an address: `bank&period;example`. The references listed stand for characters
 * that no address contains.
 */
const HIDING_REFERENCE = /&(?!(?:amp|lt|gt|quot|nbsp|mdash|ndash|copy);)#?\w+;/i;
const SPECIAL: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Renders markdown as an HTML string, for servers. Without a DOM there is no sanitizer, so a block of HTML, such as a table,
 * is shown as typed. Everything else is as in {@link renderMarkdown}, under the same policy. Without `baseUrl`, relative links
 * stay as written.
 *
 * @example
 * renderToString('**Hi** <img src=x onerror=alert(1)>');
 * // '<p dir="auto"><strong>Hi</strong> &lt;img src=x onerror=alert(1)&gt;</p>\n'
 */
export function renderToString(text: string, policy: MarkdownPolicy = {}): string {
  const tokens = new MarkdownLexer(policy).lex(normalizeSource(text));
  return directed(new Parser({ renderer: new StringRenderer(policy) }).parse(tokens));
}

class StringRenderer extends Renderer {
  readonly #policy: MarkdownPolicy;
  #isInLink = false;

  constructor(policy: MarkdownPolicy) {
    super();
    this.#policy = policy;
  }

  override html(token: Tokens.HTML | Tokens.Tag | Details): string {
    if (!('summary' in token))
      return token.block && token.text ? `<div>${escape(token.text)}</div>\n` : escape(token.text);
    const { isExpanded, summary, tokens } = token;
    const words = this.parser.parseInline(summary);
    return `<details${isExpanded ? ' open' : ''}><summary>${words}</summary>\n${this.parser.parse(tokens)}</details>\n`;
  }

  override codespan(token: Tokens.Codespan | RichSpan): string {
    const html = super.codespan(token);
    if (!('lang' in token)) return html;
    const { lang, title, tokens } = token;
    if (!tokens) return html.replace('<code>', `<code class="language-${lang}">`);
    return `<${lang}${attributesOf({ title })}>${this.parser.parseInline(tokens)}</${lang}>`;
  }

  /** Escapes all text. marked makes an exception after a raw `<kbd>`, but that text may contain half a tag. */
  override text(token: Tokens.Text | Tokens.Escape | Tokens.Tag): string {
    if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens);
    return token.text.replace(/[<>"]|&(?!#?\w+;)/g, (special) => SPECIAL[special] ?? special);
  }

  override code(token: Tokens.Code): string {
    // Escaped: the browser would read `js&#32;overlay` as two classes.
    return super.code({ ...token, lang: (token.lang ?? '').replaceAll('&', '&amp;'), escaped: false });
  }

  override link({ href, title, tokens }: Tokens.Link): string {
    const wasInLink = this.#isInLink;
    this.#isInLink = true;
    const content = this.parser.parseInline(tokens);
    this.#isInLink = wasInLink;
    // A link cannot contain a link.
    if (wasInLink) return content;
    return this.#link(href, title, content, this.parser.parseInline(tokens, this.parser.textRenderer));
  }

  override image({ href, title, tokens, text }: Tokens.Image): string {
    const alt = this.parser.parseInline(tokens, this.parser.textRenderer) || text;
    const source = imageAddress(addressOf(href), this.#policy);
    if (source !== undefined) {
      const attributes = { title, alt, referrerpolicy: 'no-referrer', loading: 'lazy', src: source };
      return `<img${attributesOf(attributes)}>`;
    }
    if (this.#isInLink || !/^(?:https?:|[^:]*$)/i.test(href.trim())) return escape(alt);
    const shown = alt || href;
    return this.#link(href, title, escape(shown), shown);
  }

  #link(href: string, title: string | null | undefined, content: string, text: string): string {
    if (isNoteLink(href)) return `<a href="${href}">${content}</a>`;
    const link = describeLink(addressOf(href), text, this.#policy);
    if (!link) return `<a>${content}</a>`;
    // If a character reference may hide an address in the text, the real address is always added.
    const { attributes } = link;
    const note = HIDING_REFERENCE.test(text) && !link.note ? ` (${attributes.href})` : link.note;
    const beside = note && `<small dir="ltr">${escape(note)}</small>`;
    return `<a${attributesOf({ ...attributes, title })}>${content}${beside}</a>`;
  }
}

/** The address as the browser resolves it, so that the policy checks the same address that is written. */
function addressOf(href: string): string {
  const plain = href.replaceAll('&amp;', '&');
  try {
    return encodeURI(plain).replaceAll('%25', '%');
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
}

function attributesOf(attributes: Readonly<Record<string, string | null | undefined>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value ? ` ${name}="${escape(value)}"` : ''))
    .join('');
}

/** Sets text directions as `setDirections` does. In this HTML every `<` begins a tag: text is escaped. */
function directed(html: string): string {
  return html
    .replace(/<(?:code|pre)(?=[ >])/g, '$& dir="ltr"')
    .replace(/<(?:p|h[1-6]|li|t[hd]|summary)(?=[ >])/g, '$& dir="auto"')
    .replaceAll('<li dir="auto"><p dir="auto">', '<li dir="auto"><p>')
    .replace(/<table>[^]*?<\/table>/g, (table) => {
      const text = table.replace(/<code[^]*?<\/code>|<[^>]*>/g, '');
      return table.replace('<table', `<table dir="${directionOf(text)}"`);
    });
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (special) => SPECIAL[special] ?? special);
}
