import type { Values } from './configuration.ts';

/** What a frame is told to show. */
export interface FrameMessage {
  readonly values: Values;
  /** Whether the chat shows a conversation; else it is as a visitor finds it. */
  readonly hasAnswer: boolean;
  /** The colour scheme of the page in the frame; undefined leaves it to the page. */
  readonly scheme: 'light' | 'dark' | undefined;
}

/** On what a preview shows the chat. */
export interface Stage {
  readonly page: string;
  readonly scheme?: 'light' | 'dark';
  readonly isPhone?: boolean;
}

const STAGES: Readonly<Record<string, Stage>> = {
  light: { page: 'plain', scheme: 'light' },
  dark: { page: 'plain', scheme: 'dark' },
  phone: { page: 'plain', isPhone: true },
  bookshop: { page: 'bookshop' },
  observatory: { page: 'observatory' },
  handbook: { page: 'handbook' },
  sweets: { page: 'sweets' },
};

/** The frame in which the configured chat stands on a page. */
export class Preview {
  readonly #root: HTMLElement;
  #frame: HTMLIFrameElement | undefined;
  #stage: Stage | undefined;
  #values: Values = {};
  #hasAnswer = false;

  constructor(root: HTMLElement) {
    this.#root = root;
    // While the preview is in view, this page hides its own launcher, which stands in the same corner of the window.
    const observer = new IntersectionObserver(([entry]) =>
      document.body.toggleAttribute('data-previewing', entry?.isIntersecting),
    );
    observer.observe(root);
    addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
      const isReady = origin === location.origin && source === this.#frame?.contentWindow;
      if (isReady && data === 'ready') this.#tell();
    });
  }

  choose(name: string): void {
    const stage = STAGES[name] ?? { page: 'plain' };
    const isSamePage = stage.page === this.#stage?.page;
    this.#stage = stage;
    this.#root.toggleAttribute('data-phone', stage.isPhone ?? false);
    if (isSamePage) this.#tell();
    else this.#load(stage.page);
  }

  show(values: Values, hasAnswer: boolean): void {
    this.#values = values;
    this.#hasAnswer = hasAnswer;
    this.#tell();
  }

  #load(page: string): void {
    const frame = document.createElement('iframe');
    frame.src = `frames/${page}.html`;
    frame.title = 'Preview of the chat on a page';
    this.#root.replaceChildren(frame);
    this.#frame = frame;
  }

  #tell(): void {
    const message: FrameMessage = {
      values: this.#values,
      hasAnswer: this.#hasAnswer,
      scheme: this.#stage?.scheme,
    };
    this.#frame?.contentWindow?.postMessage(message, location.origin);
  }
}
