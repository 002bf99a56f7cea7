import { JSDOM, type DOMWindow } from 'jsdom';
import { pathToFileURL } from 'node:url';
import { hooksOf, type PageHooks, type PageParts, SITE_ORIGIN } from './page-hooks.ts';

/** The part of `cf-ai-chat/markdown.js` that is used here. */
interface MarkdownModule {
  renderMarkdown(
    text: string,
    policy: { readonly imageSources: readonly string[] },
    hooks?: PageHooks,
  ): DocumentFragment;
}

const POLICY = { imageSources: [SITE_ORIGIN] };

/** Globals of a page that the renderer uses. */
const GLOBALS = ['window', 'document', 'location', 'Node', 'HTMLImageElement'] as const;

/**
 * Renders markdown in Node as the chat does in a browser: with the package's own `markdown.js`, in a DOM of jsdom. Until `close` is
 * called, it sets the globals that it needs.
 */
export class MarkdownRenderer {
  readonly #window: DOMWindow;
  readonly #module: MarkdownModule;

  private constructor(window: DOMWindow, module: MarkdownModule) {
    this.#window = window;
    this.#module = module;
  }

  /** `file` is the path of a built `markdown.js`. */
  static async open(file: string): Promise<MarkdownRenderer> {
    const { window } = new JSDOM('', { url: `${SITE_ORIGIN}/docs/` });
    for (const name of GLOBALS)
      Object.defineProperty(globalThis, name, { value: window[name], configurable: true });
    return new MarkdownRenderer(window, (await import(pathToFileURL(file).href)) as MarkdownModule);
  }

  /** The body of a page, in an element of its own. */
  render(markdown: string, parts: Omit<PageParts, 'render'>): HTMLElement {
    const { renderMarkdown } = this.#module;
    const hooks = hooksOf({ ...parts, render: (example) => renderMarkdown(example, POLICY) });
    const body = this.#window.document.createElement('main');
    body.append(renderMarkdown(markdown, POLICY, hooks));
    return body;
  }

  close(): void {
    for (const name of GLOBALS) Reflect.deleteProperty(globalThis, name);
    this.#window.close();
  }
}
