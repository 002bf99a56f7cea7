import type { CfAiChatElement } from '../../widget/index.ts';
import type { PageApi } from '../../widget/embed/page-api.ts';
import type { EmbeddingAddresses } from './embedding-site.ts';

/** The origins of the Worker and of the sites with older releases. */
export const addresses = (await (await fetch('/embedding-addresses')).json()) as EmbeddingAddresses;

/** Options of a host page. */
export interface HostPageOptions {
  readonly csp?: string;
  /** The frame's `sandbox`; without `allow-same-origin` the test cannot look inside. */
  readonly sandbox?: string;
  readonly width?: number;
  readonly height?: number;
}

type HostWindow = Window &
  typeof globalThis & { readonly violations?: readonly string[]; readonly warnings?: readonly string[] };

/** Collects the page's policy violations and console warnings; it has to run before every other script. */
export const WATCH = '<script src="/test/e2e/embedding/fixtures/watch.js"></script>';

/** The script tag of a site that embeds the Worker's script; `attributes` as in HTML. */
export function scriptTag(attributes = '', path = '/cf-ai-chat.js'): string {
  return `<script src="${addresses.worker}${path}" ${attributes}></script>`;
}

/** A page of another site in a frame, with HTML from a test. */
export class HostPage {
  readonly frame: HTMLIFrameElement;

  private constructor(frame: HTMLIFrameElement) {
    this.frame = frame;
  }

  /** Loads a page and waits for its `load` event. */
  static async open(html: string, options: HostPageOptions = {}): Promise<HostPage> {
    const { csp, sandbox, width = 900, height = 700 } = options;
    // In a tab that is used again, Firefox restores the storage that an earlier test file has cleared.
    if (!document.querySelector('iframe')) HostPage.cleanUp();
    const frame = document.createElement('iframe');
    frame.style.cssText = `width:${width}px;height:${height}px;border:0`;
    if (sandbox !== undefined) frame.setAttribute('sandbox', sandbox);
    const query = new URLSearchParams({ html, ...(csp && { csp }) });
    frame.src = `/host?${query}`;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    document.body.append(frame);
    await loaded;
    return new HostPage(frame);
  }

  /** Removes every page. */
  static cleanUp(): void {
    for (const frame of document.querySelectorAll('iframe')) frame.remove();
    sessionStorage.clear();
    localStorage.clear();
  }

  get window(): HostWindow {
    return this.frame.contentWindow as HostWindow;
  }

  get document(): Document {
    return this.window.document;
  }

  /** Every chat on the page. */
  get chats(): readonly CfAiChatElement[] {
    return [...this.document.querySelectorAll<CfAiChatElement>('cf-ai-chat')];
  }

  get api(): PageApi {
    return this.window.cfAiChat as PageApi;
  }

  /** The violations of the page's policies. */
  get violations(): readonly string[] {
    return this.window.violations ?? ['the page watches nothing'];
  }

  /** The warnings in the page's console. */
  get warnings(): readonly string[] {
    return this.window.warnings ?? ['the page watches nothing'];
  }

  /** Waits until `look` returns a value; calls it once per frame. */
  async until<T>(what: string, look: () => T | undefined | null | false): Promise<T> {
    const end = performance.now() + 10_000;
    for (;;) {
      const found = look();
      if (found) return found;
      if (performance.now() > end) throw new Error(`never: ${what}`);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }

  /** The chat, once it is drawn. */
  async chat(index = 0): Promise<CfAiChatElement> {
    const chat = await this.until('a chat', () => this.chats[index]);
    await this.until('a drawn chat', () => chat.shadowRoot?.querySelector('[part=launcher]'));
    await chat.updateComplete;
    return chat;
  }

  /** Asks as a visitor would, by mouse and keyboard, and resolves with the text of the answer. */
  async converse(chat: CfAiChatElement, question = 'How do I embed the widget?'): Promise<string> {
    const part = <T extends HTMLElement>(name: string): T | null =>
      chat.shadowRoot?.querySelector<T>(`[part~=${name}]`) ?? null;
    if (chat.mode === 'floating' && !chat.open) part('launcher')?.click();
    const input = await this.until('a composer', () => part<HTMLTextAreaElement>('input'));
    input.value = question;
    const { InputEvent, KeyboardEvent } = this.window;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    input.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true, cancelable: true }),
    );
    await this.until(
      'an ended turn',
      () => chat.messages.length >= 2 && chat.status !== 'streaming' && chat.status !== 'submitted',
    );
    if (chat.error) throw chat.error;
    await this.until('a drawn answer', () =>
      chat.shadowRoot?.querySelector('.assistant [part~=message__body]')?.textContent?.trim(),
    );
    return chat.shadowRoot?.querySelector('.assistant [part~=message__body]')?.textContent ?? '';
  }
}
