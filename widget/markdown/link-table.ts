import type { Links, Token, Tokens } from 'marked';

/**
 * The link definitions of an answer. One in a block that is still open does not count yet, since its text may
 * still turn out to be something else.
 */
export class LinkTable {
  /** What marked reads and writes. */
  readonly links: Links;
  /** Labels that were asked for in vain since {@link begin}. */
  readonly missing = new Set<string>();
  readonly #final: Links = Object.create(null);
  /** Definitions of this draw as marked wrote them: it may read a block twice, and the first reading counts. */
  readonly #written = new Map<string, Links[string]>();
  #isComplete = false;

  constructor() {
    this.links = new Proxy(this.#final, {
      get: (target, label) => this.#read(target, String(label)),
      // So marked asks before it takes delimiters out of a label.
      getOwnPropertyDescriptor: (target, label) => {
        this.#read(target, String(label));
        return Reflect.getOwnPropertyDescriptor(target, label);
      },
      set: (target, key, link: Links[string]) => {
        const label = String(key);
        this.missing.delete(label);
        if (!this.#written.has(label)) this.#written.set(label, link);
        if (this.#isComplete) target[label] = link;
        return true;
      },
    });
  }

  /** Starts a draw; `isComplete` when nothing more will come, so that all definitions count. */
  begin(isComplete: boolean): void {
    this.missing.clear();
    this.#written.clear();
    this.#isComplete = isComplete;
  }

  /** What marked may read and write that no other draw is to know of. */
  copy(): Links {
    return Object.assign(Object.create(null), this.#final);
  }

  /** Keeps definitions, of which the first of a label wins. Returns the new labels. */
  keep(definitions: readonly Token[]): string[] {
    const added: string[] = [];
    for (const { tag: label } of definitions as readonly Tokens.Def[]) {
      const link = this.#written.get(label);
      if (!link) continue;
      this.#written.delete(label);
      this.#final[label] = link;
      added.push(label);
    }
    return added;
  }

  #read(target: Links, label: string): Links[string] | undefined {
    if (!(label in target)) this.missing.add(label);
    return target[label];
  }
}
