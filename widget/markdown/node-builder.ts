import type { Token, Tokens } from 'marked';
import { DIRECTED_BLOCKS, keepsClass, type MarkdownPolicy } from './policy.ts';
import { decodeReferences, isAttributeAllowed } from './sanitize.ts';
import { createImage, gateLink } from './url-gate.ts';

const DIRECTED: ReadonlySet<string> = new Set(DIRECTED_BLOCKS.split(','));

/**
 * Builds the nodes of markdown constructs straight from marked's tokens: no markup in between, the same policy. Blocks
 * with tokens that need the HTML parser (raw HTML, a link in a link) are not for it: see `htmlUse`.
 */
export class NodeBuilder {
  readonly #policy: MarkdownPolicy;
  readonly #openLeaf: Token | undefined;
  #isInLink = false;

  /** `openLeaf` is the block that is still arriving: code gets its last line end when that has come. */
  constructor(policy: MarkdownPolicy, openLeaf?: Token) {
    this.#policy = policy;
    this.#openLeaf = openLeaf;
  }

  /** Appends the nodes of block tokens, with the white space marked puts between them. */
  blocks(parent: Node, tokens: readonly Token[]): void {
    for (const token of tokens) this.#block(parent, token as Tokens.Generic);
  }

  /** Appends the nodes of inline tokens. */
  inlines(parent: Node, tokens: readonly Token[]): void {
    for (const token of tokens) this.#inline(parent, token as Tokens.Generic);
  }

  #block(parent: Node, token: Tokens.Generic): void {
    switch (token.type) {
      case 'space':
      case 'def':
        return;
      case 'text':
        this.inlines(parent, token.tokens ?? []);
        return;
      case 'checkbox':
        this.#checkbox(parent, token);
        return;
      case 'paragraph':
        this.inlines(addBlock(parent, 'p'), token.tokens ?? []);
        break;
      case 'heading':
        this.inlines(addBlock(parent, `h${token['depth']}`), token.tokens ?? []);
        break;
      case 'hr':
        addBlock(parent, 'hr');
        break;
      case 'code':
        this.#code(parent, token);
        break;
      case 'blockquote':
        this.blocks(addBlock(parent, 'blockquote', '\n'), token.tokens ?? []);
        break;
      case 'list':
        this.#list(parent, token as Tokens.List);
        break;
      case 'table':
        this.#table(parent, token as Tokens.Table);
    }
    addText(parent, '\n');
  }

  #list(parent: Node, { ordered, start, items }: Tokens.List): void {
    const list = addBlock(parent, ordered ? 'ol' : 'ul', '\n');
    if (ordered && start !== 1) list.setAttribute('start', String(start));
    for (const item of items) {
      this.blocks(add(list, 'li'), item.tokens);
      addText(list, '\n');
    }
  }

  #table(parent: Node, { header, rows }: Tokens.Table): void {
    const table = addBlock(parent, 'table', '\n');
    this.#row(add(table, 'thead', '\n'), header);
    addText(table, '\n');
    if (rows.length === 0) return;
    const body = add(table, 'tbody');
    for (const row of rows) this.#row(body, row);
  }

  #row(parent: Node, cells: readonly Tokens.TableCell[]): void {
    const row = add(parent, 'tr', '\n');
    for (const { header, align, tokens } of cells) {
      const cell = add(row, header ? 'th' : 'td');
      if (align) cell.setAttribute('align', align);
      this.inlines(cell, tokens);
      addText(row, '\n');
    }
    addText(parent, '\n');
  }

  #code(parent: Node, token: Tokens.Generic): void {
    const code = add(add(parent, 'pre'), 'code');
    const [language] = /^\S+/.exec(token['lang'] ?? '') ?? [];
    if (language) setCodeClass(code, `language-${decodeReferences(language, 'attribute')}`);
    addText(code, codeText(token as Tokens.Code, token === this.#openLeaf));
  }

  #checkbox(parent: Node, token: Tokens.Generic): void {
    const box = add(parent, 'input');
    if (token['checked']) box.setAttribute('checked', '');
    box.setAttribute('disabled', '');
    box.setAttribute('type', 'checkbox');
    addText(parent, ' ');
  }

  #inline(parent: Node, token: Tokens.Generic): void {
    switch (token.type) {
      case 'text':
        addText(parent, decodeReferences(token['text'], 'text'));
        break;
      case 'escape':
        addText(parent, token['text']);
        break;
      case 'codespan':
        addText(add(parent, 'code'), token['text']);
        break;
      case 'br':
        add(parent, 'br');
        break;
      case 'link':
        this.#link(parent, token as Tokens.Link);
        break;
      case 'image':
        this.#image(parent, token as Tokens.Image);
        break;
      case 'checkbox':
        this.#checkbox(parent, token);
        break;
      default:
        // strong, em, del: named like their elements.
        this.inlines(add(parent, token.type), token.tokens ?? []);
    }
  }

  #link(parent: Node, token: Tokens.Link): void {
    const href = encodeUrl(token.href);
    if (href === undefined) {
      this.inlines(parent, token.tokens);
      return;
    }
    const link = add(parent, 'a') as HTMLAnchorElement;
    const isAutolink = 'autolink' in token;
    setAttribute(link, 'href', isAutolink ? href : decodeReferences(href, 'attribute'));
    if (token.title) setAttribute(link, 'title', decodeReferences(token.title, 'attribute'));
    const wasInLink = this.#isInLink;
    this.#isInLink = true;
    if (isAutolink) addText(link, token.text);
    else this.inlines(link, token.tokens);
    this.#isInLink = wasInLink;
    gateLink(link, this.#policy);
  }

  #image(parent: Node, token: Tokens.Image): void {
    const alt = plainText(token.tokens);
    const href = encodeUrl(token.href);
    if (href === undefined) {
      addText(parent, decodeReferences(alt, 'text'));
      return;
    }
    const source = {
      src: imageAttribute('src', href),
      alt: imageAttribute('alt', alt),
      title: imageAttribute('title', token.title ?? ''),
    };
    addNode(parent, createImage(source, this.#policy, this.#isInLink));
  }
}

/** The text of a code block; one that is still arriving does not get the line end that closes it. */
function codeText({ text, raw }: Tokens.Code, isOpen: boolean): string {
  return text && (!isOpen || raw.endsWith('\n')) ? `${text.replace(/\n$/, '')}\n` : text;
}

function imageAttribute(name: string, value: string): string {
  const decoded = decodeReferences(value, 'attribute').trim();
  return isAttributeAllowed('img', name, decoded) ? decoded : '';
}

function setCodeClass(code: Element, value: string): void {
  if (keepsClass('CODE', value)) setAttribute(code, 'class', value);
}

function setAttribute(element: Element, name: string, value: string): void {
  const trimmed = value.trim();
  if (isAttributeAllowed(element.localName, name, trimmed)) element.setAttribute(name, trimmed);
}

/** As marked writes an address: percent-encoded where it has to be, `undefined` where that is impossible. */
function encodeUrl(href: string): string | undefined {
  try {
    return encodeURI(href).replaceAll('%25', '%');
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function plainText(tokens: readonly Token[]): string {
  return tokens.map(plainTextOf).join('');
}

function plainTextOf(token: Token): string {
  const { type, tokens, text } = token as Tokens.Generic;
  if (type === 'br') return '\n';
  return tokens ? plainText(tokens) : text;
}

function add(parent: Node, tagName: string, text = ''): HTMLElement {
  const element = document.createElement(tagName);
  if (text) addText(element, text);
  parent.appendChild(element);
  return element;
}

function addBlock(parent: Node, tagName: string, text = ''): HTMLElement {
  const element = add(parent, tagName, text);
  if (DIRECTED.has(tagName)) element.dir = 'auto';
  return element;
}

function addText(parent: Node, text: string): void {
  const { lastChild } = parent;
  if (lastChild instanceof Text) lastChild.appendData(text);
  else if (text) parent.appendChild(document.createTextNode(text));
}

function addNode(parent: Node, node: Node): void {
  if (node instanceof Text) addText(parent, node.data);
  else parent.appendChild(node);
}
