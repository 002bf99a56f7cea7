import type { Token, Tokens } from 'marked';
import type { RichSpan } from './math.ts';
import { setDirections } from './directions.ts';
import type { MarkdownPolicy } from './policy.ts';
import { fillWithHtml, resolveReferences, type FillOptions } from './sanitize.ts';
import type { Details } from './tags.ts';
import { createImage, gateLink } from './gated-links.ts';

/** Tokens of blocks, after which marked writes a line end. */
const BLOCK = /^(?:paragraph|heading|hr|blockquote|code|list|table)$/;

/** Tokens that become an element with the token's name. */
const ELEMENT = /^(?:br|hr|strong|em|del)$/;

type Parent = Element | DocumentFragment;

/**
 * Builds DOM nodes directly from marked's tokens, according to the policy, without markup in between. Only blocks of HTML go
 * through the sanitizer, each in its own `<div>`.
 */
export class NodeBuilder {
  readonly #policy: MarkdownPolicy;
  readonly #decorate: FillOptions['decorate'];
  #isInLink = false;
  /** Builds the nodes of tokens that are more than an element with the token's name. */
  readonly #builders: Readonly<Record<string, (parent: Parent, token: never) => void>> = {
    paragraph: (parent, { tokens }: Tokens.Paragraph) => this.append(add(parent, 'p'), tokens),
    heading: (parent, { depth, tokens }: Tokens.Heading) => this.append(add(parent, `h${depth}`), tokens),
    blockquote: (parent, { type, tokens }: Tokens.Blockquote) => this.append(add(parent, type, '\n'), tokens),
    list: (parent, { ordered, start, items }: Tokens.List) => {
      const list = add(parent, ordered ? 'ol' : 'ul', '\n');
      if (ordered && start !== 1) list.setAttribute('start', String(start));
      for (const { tokens } of items) {
        this.append(add(list, 'li'), tokens);
        addText(list, '\n');
      }
    },
    table: (parent, { header, rows }: Tokens.Table) => {
      const table = add(parent, 'table', '\n');
      this.#row(add(table, 'thead', '\n'), header);
      addText(table, '\n');
      if (rows.length === 0) return;
      const body = add(table, 'tbody');
      for (const row of rows) this.#row(body, row);
    },
    code: (parent, { text, lang }: Tokens.Code) => {
      const code = add(add(parent, 'pre'), 'code');
      const [language] = /^\S+/.exec(resolveReferences(lang ?? '')) ?? [];
      if (language) code.className = `language-${language}`;
      addText(code, text && `${text.replace(/\n$/, '')}\n`);
    },
    html: (parent, token: Tokens.HTML | Tokens.Tag | Details) => {
      if ('summary' in token) {
        const details = add(parent, 'details');
        if (token.isExpanded) details.setAttribute('open', '');
        this.append(add(details, 'summary'), token.summary);
        addText(details, '\n');
        this.append(details, token.tokens);
      } else if (!token.block) addText(parent, token.text);
      else if (token.text)
        fillWithHtml(add(parent, 'div'), token.text, { policy: this.#policy, decorate: this.#decorate });
    },
    checkbox: (parent, { checked }: Tokens.Checkbox) => {
      const box = add(parent, 'input');
      if (checked) box.setAttribute('checked', '');
      box.setAttribute('disabled', '');
      box.setAttribute('type', 'checkbox');
      addText(parent, ' ');
    },
    codespan: (parent, { text, lang, title, tokens }: Tokens.Codespan & Partial<RichSpan>) => {
      const element = tokens && lang ? add(parent, lang) : add(parent, 'code', text);
      if (lang && !tokens) element.className = `language-${lang}`;
      if (title) element.title = resolveReferences(title);
      this.append(element, tokens);
    },
    link: (parent, { href, title, tokens }: Tokens.Link) => {
      const address = encodeUrl(href);
      // A link cannot contain a link.
      if (address === undefined || this.#isInLink) {
        this.append(parent, tokens);
        return;
      }
      const link = add(parent, 'a') as HTMLAnchorElement;
      link.setAttribute('href', resolveReferences(address));
      if (title) link.title = resolveReferences(title);
      this.#isInLink = true;
      this.append(link, tokens);
      this.#isInLink = false;
      gateLink(link, this.#policy);
    },
    image: (parent, { href, title, text, tokens }: Tokens.Image) => {
      const source = {
        src: resolveReferences(encodeUrl(href) ?? ''),
        alt: resolveReferences(plainText(tokens) || text),
        title: resolveReferences(title ?? ''),
      };
      parent.append(createImage(source, this.#policy, this.#isInLink));
    },
  };

  constructor(policy: MarkdownPolicy, decorate?: FillOptions['decorate']) {
    this.#policy = policy;
    this.#decorate = decorate;
  }

  /** The nodes of the blocks, with decoration. */
  build(tokens: readonly Token[]): DocumentFragment {
    const blocks = document.createDocumentFragment();
    this.append(blocks, tokens);
    setDirections(blocks);
    if (blocks.hasChildNodes()) this.#decorate?.(blocks);
    return blocks;
  }

  /** Appends the nodes of tokens, with the same white space between blocks as marked writes. */
  append(parent: Parent, tokens: readonly Token[] = []): void {
    for (const token of tokens) {
      this.#token(parent, token);
      if (BLOCK.test(token.type) || (token as Tokens.HTML).block) addText(parent, '\n');
    }
  }

  #token(parent: Parent, token: Tokens.Generic): void {
    const { type, text, tokens } = token;
    const build = this.#builders[type];
    if (build) build(parent, token as never);
    else if (ELEMENT.test(type)) this.append(add(parent, type), tokens);
    // Only text in an item of a tight list has inline tokens.
    else if (tokens) this.append(parent, tokens);
    else addText(parent, resolveReferences(text ?? ''));
  }

  #row(parent: Parent, cells: readonly Tokens.TableCell[]): void {
    const row = add(parent, 'tr', '\n');
    for (const { header, align, tokens } of cells) {
      const cell = add(row, header ? 'th' : 'td');
      if (align) cell.setAttribute('align', align);
      this.append(cell, tokens);
      addText(row, '\n');
    }
    addText(parent, '\n');
  }
}

/** The words of tokens, for attributes. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      const { tokens: inner, text = '' } = token as Tokens.Generic;
      return inner?.length ? plainText(inner) : (text as string);
    })
    .join('');
}

/** The address percent-encoded as marked does it; `undefined` where that is impossible. */
function encodeUrl(href: string): string | undefined {
  try {
    return encodeURI(href).replaceAll('%25', '%');
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function add(parent: Parent, tagName: string, text = ''): HTMLElement {
  const element = document.createElement(tagName);
  if (text) element.append(text);
  parent.append(element);
  return element;
}

function addText(parent: Parent, text: string): void {
  const { lastChild } = parent;
  // Not `instanceof Text`: a server may lack that global.
  if (lastChild?.nodeType === 3) (lastChild as Text).appendData(text);
  else if (text) parent.append(text);
}
