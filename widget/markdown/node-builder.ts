import type { Token, Tokens } from 'marked';
import type { RichSpan } from './math.ts';
import { setDirections } from './directions.ts';
import type { MarkdownPolicy } from './policy.ts';
import { fillWithHtml, resolveReferences, type FillOptions } from './sanitize.ts';
import type { Details } from './tags.ts';
import { createImage, gateLink } from './gated-links.ts';

/** Tokens of blocks, after which marked writes a line end. */
const BLOCK = /^(?:paragraph|heading|hr|blockquote|code|list|table)$/;

type Parent = Element | DocumentFragment;

/**
 * Builds DOM nodes directly from marked's tokens, according to the policy, without markup in between. Only blocks of HTML go
 * through the sanitizer, each in its own `<div>`.
 */
export class NodeBuilder {
  readonly #policy: MarkdownPolicy;
  readonly #decorate: FillOptions['decorate'];
  #isInLink = false;

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

  #token(parent: Parent, token: Token): void {
    const { type, text, depth, tokens } = token as Tokens.Generic;
    switch (type) {
      case 'text':
      case 'escape':
        // Only text in an item of a tight list has inline tokens.
        if (tokens) this.append(parent, tokens);
        else addText(parent, resolveReferences(text));
        break;
      case 'codespan':
        if (tokens) this.#element(parent, token as RichSpan);
        else addCodespan(parent, token as Tokens.Codespan);
        break;
      case 'link':
        this.#link(parent, token as Tokens.Link);
        break;
      case 'image':
        parent.append(this.#image(token as Tokens.Image));
        break;
      case 'html':
        this.#html(parent, token as Tokens.HTML | Tokens.Tag | Details);
        break;
      case 'checkbox':
        addCheckbox(parent, token as Tokens.Checkbox);
        break;
      case 'code':
        addCode(parent, token as Tokens.Code);
        break;
      case 'list':
        this.#list(parent, token as Tokens.List);
        break;
      case 'table':
        this.#table(parent, token as Tokens.Table);
        break;
      case 'paragraph':
        this.append(add(parent, 'p'), tokens);
        break;
      case 'heading':
        this.append(add(parent, `h${depth}`), tokens);
        break;
      case 'blockquote':
        this.append(add(parent, type, '\n'), tokens);
        break;
      case 'br':
      case 'hr':
      case 'strong':
      case 'em':
      case 'del':
        this.append(add(parent, type), tokens);
        break;
      default:
        addText(parent, text ?? '');
    }
  }

  #element(parent: Parent, { lang, title, tokens }: RichSpan): void {
    const element = add(parent, lang);
    if (title) element.title = resolveReferences(title);
    this.append(element, tokens);
  }

  #html(parent: Parent, token: Tokens.HTML | Tokens.Tag | Details): void {
    if ('summary' in token) {
      const details = add(parent, 'details');
      if (token.isExpanded) details.setAttribute('open', '');
      this.append(add(details, 'summary'), token.summary);
      addText(details, '\n');
      this.append(details, token.tokens);
    } else if (!token.block) addText(parent, token.text);
    else if (token.text)
      fillWithHtml(add(parent, 'div'), token.text, { policy: this.#policy, decorate: this.#decorate });
  }

  #image({ href, title, text, tokens }: Tokens.Image): Node {
    const source = {
      src: resolveReferences(encodeUrl(href) ?? ''),
      alt: resolveReferences(plainText(tokens) || text),
      title: resolveReferences(title ?? ''),
    };
    return createImage(source, this.#policy, this.#isInLink);
  }

  #list(parent: Parent, { ordered, start, items }: Tokens.List): void {
    const list = add(parent, ordered ? 'ol' : 'ul', '\n');
    if (ordered && start !== 1) list.setAttribute('start', String(start));
    for (const { tokens } of items) {
      this.append(add(list, 'li'), tokens);
      addText(list, '\n');
    }
  }

  #table(parent: Parent, { header, rows }: Tokens.Table): void {
    const table = add(parent, 'table', '\n');
    this.#row(add(table, 'thead', '\n'), header);
    addText(table, '\n');
    if (rows.length === 0) return;
    const body = add(table, 'tbody');
    for (const row of rows) this.#row(body, row);
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

  #link(parent: Parent, token: Tokens.Link): void {
    const href = encodeUrl(token.href);
    // A link cannot contain a link.
    if (href === undefined || this.#isInLink) {
      this.append(parent, token.tokens);
      return;
    }
    const link = add(parent, 'a') as HTMLAnchorElement;
    link.setAttribute('href', resolveReferences(href));
    if (token.title) link.title = resolveReferences(token.title);
    this.#isInLink = true;
    this.append(link, token.tokens);
    this.#isInLink = false;
    gateLink(link, this.#policy);
  }
}

function addCodespan(parent: Parent, token: Tokens.Codespan | RichSpan): void {
  const code = add(parent, 'code', token.text);
  if ('lang' in token) code.className = `language-${token.lang}`;
}

function addCode(parent: Parent, { text, lang }: Tokens.Code): void {
  const code = add(add(parent, 'pre'), 'code');
  const [language] = /^\S+/.exec(resolveReferences(lang ?? '')) ?? [];
  if (language) code.className = `language-${language}`;
  addText(code, text && `${text.replace(/\n$/, '')}\n`);
}

function addCheckbox(parent: Parent, { checked }: Tokens.Checkbox): void {
  const box = add(parent, 'input');
  if (checked) box.setAttribute('checked', '');
  box.setAttribute('disabled', '');
  box.setAttribute('type', 'checkbox');
  addText(parent, ' ');
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
