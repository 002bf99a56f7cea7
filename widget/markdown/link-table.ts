import type { Links, Token, Tokens } from 'marked';

/**
 * The link definitions of an answer. Definitions in blocks that are still open count for what is drawn now,
 * but are forgotten before the next draw: their text may still change.
 */
export class LinkTable {
  /** What marked reads and writes. */
  readonly links: Links;
  /** Labels that were asked for in vain since {@link begin}. */
  readonly missing = new Set<string>();
  readonly #final: Links = Object.create(null);
  /** Definitions of this draw as marked wrote them, which counts: it may read a block twice, and the first wins. */
  readonly #written = new Map<string, Links[string]>();

  constructor() {
    this.links = new Proxy(this.#final, {
      get: (target, label) => this.#read(target, String(label)),
      set: (target, label, link: Links[string]) => {
        this.#written.set(String(label), link);
        this.missing.delete(String(label));
        target[String(label)] = link;
        return true;
      },
    });
  }

  /** Starts a draw. */
  begin(): void {
    this.missing.clear();
    this.#forgetOpen();
    this.#written.clear();
  }

  /** Keeps the definitions in blocks that are final; the first of a label wins. Returns the new labels. */
  keep(tokens: readonly Token[]): string[] {
    if (this.#written.size === 0) return [];
    this.#forgetOpen();
    const added: string[] = [];
    this.#collect(tokens, added);
    return added;
  }

  #read(target: Links, label: string): Links[string] | undefined {
    if (!(label in target)) this.missing.add(label);
    return target[label];
  }

  #forgetOpen(): void {
    for (const label of this.#written.keys()) delete this.#final[label];
  }

  #collect(tokens: readonly Token[], added: string[]): void {
    for (const token of tokens as readonly Tokens.Generic[]) {
      const tag: string = token['tag'];
      const link = token.type === 'def' && !(tag in this.#final) && this.#written.get(tag);
      if (link) {
        this.#written.delete(tag);
        this.#final[tag] = link;
        added.push(tag);
      }
      this.#collect(token['items'] ?? token.tokens ?? [], added);
    }
  }
}
