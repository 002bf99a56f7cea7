/** Loads a part of the element when it is first needed. */
export class PartLoader<T> {
  readonly #create: () => Promise<T>;
  #part: Promise<T | undefined> | undefined;

  /** `create` imports the part's code and creates it. */
  constructor(create: () => Promise<T>) {
    this.#create = create;
  }

  /** The part; undefined where its code does not load. The next call tries again. */
  load(): Promise<T | undefined> {
    return (this.#part ??= this.#create().catch(() => (this.#part = undefined)));
  }
}
