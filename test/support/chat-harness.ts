import type { CfAiChatElement } from '../../widget/index.ts';
import '../../widget/index.ts';
// Loaded in advance, as after a visitor has read for a moment.
import '../../widget/ui/features/renderer/renderer.ts';
import type { Transport } from '../../widget/protocol/transport.ts';
import { idle } from './idle.ts';

/** In milliseconds: on a busy machine a chunk takes seconds to load. */
const PATIENCE_MS = 15_000;

/** In milliseconds: the time between two presses, long enough not to count as a double click. */
const PAUSE_MS = 1_000;

/** Settings of the tested element: any of its properties. */
export type HarnessSettings = Partial<Omit<CfAiChatElement, keyof HTMLElement>> & { readonly lang?: string };

/** The keydown event of a key, as a browser fires it. */
export function keydown(key: string, init: KeyboardEventInit = {}): KeyboardEvent {
  return new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true, ...init });
}

/** The only code that knows the element's shadow DOM. Its methods are verbs; it finds elements by role or part. */
export class ChatHarness {
  static #presses = 0;

  readonly element: CfAiChatElement;

  constructor(element: CfAiChatElement) {
    this.element = element;
  }

  /** Puts an open chat with a transport on the page, and waits until it is ready for a question. */
  static async open(transport: Transport, settings: HarnessSettings = {}): Promise<ChatHarness> {
    const harness = ChatHarness.mount({ transport, persist: 'none', ...settings });
    if (harness.element.mode === 'floating') harness.element.show();
    await harness.ready();
    harness.endMotion();
    return harness;
  }

  /** Puts an element on the page. */
  static mount(settings: HarnessSettings = {}): ChatHarness {
    const element = document.createElement('cf-ai-chat');
    Object.assign(element, settings);
    document.body.append(element);
    return new ChatHarness(element);
  }

  /** Removes every chat, and everything that it has stored. */
  static cleanUp(): void {
    for (const element of document.querySelectorAll('cf-ai-chat')) element.remove();
    sessionStorage.clear();
    localStorage.clear();
  }

  get root(): ShadowRoot {
    return this.element.shadowRoot!;
  }

  get launcher(): HTMLButtonElement {
    return this.part('launcher');
  }

  get input(): HTMLTextAreaElement {
    return this.part('input');
  }

  get sendButton(): HTMLButtonElement {
    return this.part('send');
  }

  get panel(): HTMLElement {
    return this.part('panel');
  }

  /** Resolves when the code of the panel's frame has loaded. */
  async framed(): Promise<void> {
    await this.element.launcher.load();
  }

  /** Resolves when the panel's code has loaded and drawn, with the code that loads on an idle page. */
  async ready(): Promise<void> {
    if (!this.root?.querySelector('[part=input]')) await this.next('cf-ai-chat-ready');
    await idle();
    await new Promise((resolve) => setTimeout(resolve));
    await this.element.updateComplete;
  }

  /** Waits for one of the element's events. */
  next<K extends keyof HTMLElementEventMap>(type: K): Promise<HTMLElementEventMap[K]> {
    return new Promise((resolve) => this.element.addEventListener(type, resolve, { once: true }));
  }

  /** Types text as a visitor does, replacing the previous text. */
  async type(text: string): Promise<void> {
    this.input.value = text;
    this.input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await this.element.updateComplete;
  }

  /** Presses a key in the text box. Returns whether the browser's default action was kept. */
  press(key: string, init: KeyboardEventInit = {}): boolean {
    return this.input.dispatchEvent(keydown(key, init));
  }

  /** Types a question and sends it with Enter, on a touch screen with Ctrl+Enter. */
  async ask(text: string): Promise<void> {
    await this.type(text);
    this.press('Enter', { ctrlKey: matchMedia('(pointer: coarse)').matches });
    await this.element.updateComplete;
  }

  /** Presses a control, after a pause that is longer than a double click. */
  pressAnew(control: HTMLElement): void {
    const click = new MouseEvent('click', { bubbles: true, composed: true, cancelable: true });
    ChatHarness.#presses += 1;
    Object.defineProperty(click, 'timeStamp', { value: click.timeStamp + ChatHarness.#presses * PAUSE_MS });
    control.dispatchEvent(click);
  }

  /** Presses the button that sends or stops. */
  async pressSend(): Promise<void> {
    this.pressAnew(this.sendButton);
    await this.element.updateComplete;
  }

  /** Presses a button by its accessible name or text. */
  async pressButton(name: string): Promise<void> {
    const button = [...this.root.querySelectorAll('button')].find(
      (candidate) => (candidate.ariaLabel ?? candidate.textContent.trim()) === name,
    );
    if (!button) throw new Error(`no button named "${name}"`);
    this.pressAnew(button);
    await this.element.updateComplete;
  }

  /** Opens the menu in the header by its button. */
  async openMenu(): Promise<void> {
    this.pressAnew(this.part('menu-button'));
    await this.until('a menu', () => this.menuItems.length > 0 && this.root.activeElement?.closest('.menu'));
  }

  /** Chooses an item of the header's menu by its text. */
  async choose(label: string): Promise<void> {
    await this.openMenu();
    await this.pressButton(label);
  }

  /** The texts of the open menu's items. */
  get menuItems(): readonly string[] {
    return [...this.root.querySelectorAll('[part=menu-item]')].map((item) => item.textContent.trim());
  }

  /** The texts of the visible message bodies, in order. */
  get bodies(): readonly string[] {
    return [...this.root.querySelectorAll('[part~=message__body]')].map((body) => body.textContent.trim());
  }

  /** The last answer's body. */
  get lastReply(): HTMLElement | undefined {
    return [...this.root.querySelectorAll<HTMLElement>('.message.assistant [part~=message__body]')].at(-1);
  }

  /** The text of the error row; empty without one. */
  get errorText(): string {
    return this.root.querySelector('[role=alert] p')?.textContent.trim() ?? '';
  }

  /** The text of the live region. */
  get announcement(): string {
    return this.root.querySelector('[role=status]')?.textContent.trim() ?? '';
  }

  /** Resolves when everything that has arrived is drawn and in its place. */
  async drawn(): Promise<void> {
    await this.element.updateComplete;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await this.element.updateComplete;
    this.endMotion();
  }

  /** Ends all transitions of the panel at once. */
  endMotion(): void {
    const transitions = this.root.getAnimations().filter((animation) => animation instanceof CSSTransition);
    for (const animation of [...this.panel.getAnimations(), ...transitions]) animation.finish();
  }

  /** The button to the end; hidden while nothing is below the view. */
  get latestButton(): HTMLButtonElement {
    return this.root.querySelector<HTMLButtonElement>('.latest')!;
  }

  /** Presses the button to the end once there is text below the view; from then on the chat follows the end. */
  async followEnd(): Promise<void> {
    await this.until('text below the view', () => !this.latestButton.hidden);
    this.latestButton.click();
    await this.drawn();
  }

  /** Resolves when the opening animation has ended: until then colours are mixed with the background. */
  async animated(): Promise<void> {
    await this.drawn();
    await Promise.all(this.panel.getAnimations().map(({ finished }) => finished));
  }

  /** Waits until a condition holds, which is checked in every frame. */
  async until<T>(what: string, look: () => T | undefined | null | false): Promise<T> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const found = look();
      if (found) return found;
      if (performance.now() > end) throw new Error(`never: ${what}`);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }

  /** The text of the row above the composer; empty without one. */
  get notice(): string {
    return this.root.querySelector('[part=notice]')?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '';
  }

  /** The rating buttons under the last answer, once their code has loaded: good, bad. */
  async thumbs(): Promise<readonly [HTMLButtonElement, HTMLButtonElement]> {
    const group = await this.until('thumbs', () => [...this.root.querySelectorAll('[part=rating]')].at(-1));
    const [good, bad] = group.querySelectorAll('button');
    if (!good || !bad) throw new Error('expected two thumbs');
    return [good, bad];
  }

  /** Opens the sources under the last answer. Returns the items of their list. */
  async openSources(): Promise<readonly HTMLElement[]> {
    const toggle = await this.until('sources', () =>
      [...this.root.querySelectorAll<HTMLElement>('[part=sources-toggle]')].at(-1),
    );
    if (toggle.ariaExpanded === 'false') toggle.click();
    const list = await this.until('a list', () => [...this.root.querySelectorAll('[part=sources]')].at(-1));
    return [...list.querySelectorAll<HTMLElement>('.source')];
  }

  /** The card of a source; undefined while no card is open. */
  get sourceCard(): HTMLElement | undefined {
    const card = this.root.querySelector<HTMLElement>('[part=source-card]');
    return card?.checkVisibility() ? card : undefined;
  }

  /** The box for a comment, if it is open. */
  get commentBox(): HTMLTextAreaElement | null {
    return this.root.querySelector('.comment textarea');
  }

  /** An element by its part name. */
  part<T extends HTMLElement>(name: string): T {
    const element = this.root.querySelector<T>(`[part~=${name}]`);
    if (!element) throw new Error(`no part named "${name}"`);
    return element;
  }
}
