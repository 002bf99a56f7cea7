interface BlockHooks {
  readonly blocks?: Readonly<Record<string, (source: string) => Element | undefined>>;
  readonly onBlock?: (block: Element) => void;
}
interface MarkdownPolicy {
  readonly imageSources?: readonly string[];
  readonly baseUrl?: string;
  readonly lineEnds?: 'keep' | 'join';
}
declare function followNote(event: Event): boolean;
interface MarkdownStreamOptions$1 {
  readonly decorate?: (blocks: DocumentFragment) => void;
  readonly onFrozen?: (nodes: readonly ChildNode[]) => void;
}
declare class MarkdownStream$1 {
  #private;
  constructor(container: HTMLElement, policy?: MarkdownPolicy, options?: MarkdownStreamOptions$1);
  push(text: string): void;
  end(): void;
  flush(): void;
  dispose(): void;
}
interface MarkdownStreamOptions extends Omit<MarkdownStreamOptions$1, 'onFrozen'>, BlockHooks {}
declare class MarkdownStream extends MarkdownStream$1 {
  readonly writable: WritableStream<string>;
  constructor(container: HTMLElement, policy?: MarkdownPolicy, options?: MarkdownStreamOptions);
}
declare function renderMarkdown(text: string, policy?: MarkdownPolicy, hooks?: BlockHooks): DocumentFragment;
declare function renderToString(text: string, policy?: MarkdownPolicy): string;
export {
  type BlockHooks,
  type MarkdownPolicy,
  MarkdownStream,
  type MarkdownStreamOptions,
  followNote,
  renderMarkdown,
  renderToString,
};
