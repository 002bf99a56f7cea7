import { ChatHarness, type HarnessSettings } from '../chat-harness.ts';
import { FakeFeedback } from '../fake-feedback.ts';
import { setOnline } from '../set-online.ts';
import { ScriptedTransport, type ScriptedTurn } from '../scripted-transport.ts';
import type { Sample } from './samples.ts';

/** Input that a script cannot make, and that {@link Stage} requests from the program that controls the page. */
export interface Driver {
  /** Moves the mouse over a point of the window. */
  hover(x: number, y: number): Promise<void>;
  /** Presses a key, such as `Tab`. */
  press(key: string): Promise<void>;
}

const QUOTA = { limit: 20, remaining: 19, resetsAt: Date.now() + 3_600_000 };

/** A page that shows states of a chat, one after the other. */
export class Stage {
  readonly sample: Sample;
  readonly driver: Driver;
  #transport = new ScriptedTransport();
  #chat: ChatHarness | undefined;
  #feedback: FakeFeedback | undefined;

  constructor(sample: Sample, driver: Driver) {
    this.sample = sample;
    this.driver = driver;
  }

  get chat(): ChatHarness {
    if (!this.#chat) throw new Error('no chat was mounted');
    return this.#chat;
  }

  get transport(): ScriptedTransport {
    return this.#transport;
  }

  /** Removes the last state. */
  clear(): void {
    ChatHarness.cleanUp();
    scrollTo(0, 0);
    this.#feedback?.restore();
    this.#feedback = undefined;
    setOnline(undefined);
    this.#chat = undefined;
    this.#transport = new ScriptedTransport();
  }

  /** Puts a closed chat on the page. */
  async mount(settings: HarnessSettings = {}): Promise<ChatHarness> {
    const { suggestions } = this.sample;
    const links = { contactUrl: 'https://example.com/contact', privacyUrl: 'https://example.com/privacy' };
    const endpoint = new URL('/api/chat', location.href).href;
    const all = { transport: this.#transport, endpoint, persist: 'none', suggestions, ...links, ...settings };
    this.#chat = ChatHarness.mount(all as HarnessSettings);
    await this.#chat.element.updateComplete;
    return this.#chat;
  }

  /** Puts an open chat on the page. */
  async open(settings: HarnessSettings = {}): Promise<ChatHarness> {
    const chat = await this.mount(settings);
    if (chat.element.mode === 'floating') chat.element.show();
    // Far below the view, an inline chat does not load its panel.
    else chat.element.scrollIntoView();
    await chat.ready();
    return chat;
  }

  /** Sends a question to the chat of this state; opens a chat if there is none. */
  async ask(question = this.sample.question): Promise<ScriptedTurn> {
    const chat = this.#chat ?? (await this.open());
    await chat.ask(question);
    return this.#transport.asked();
  }

  /** Asks a question and answers in small pieces, with sources and rating buttons. Resolves when the whole answer is drawn. */
  async answer(markdown: string, quota = QUOTA, suggestions: readonly string[] = []): Promise<void> {
    const turn = await this.begin(markdown, quota);
    await turn.finish({ queryId: 'q_1', sources: this.sample.sources, suggestions });
    await this.settled();
  }

  /** Sets the browser offline until the next state. */
  goOffline(): void {
    setOnline(false);
  }

  /** Begins such an answer. */
  async begin(markdown: string, quota = QUOTA): Promise<ScriptedTurn> {
    this.#feedback ??= new FakeFeedback();
    const turn = await this.ask();
    await turn.emit(
      { type: 'start', queryId: 'q_1', quota, links: { feedback: '/api/feedback' } },
      { type: 'sources', sources: this.sample.sources },
    );
    await turn.say(...(markdown.match(/[\s\S]{1,8}/g) ?? []));
    await this.settled();
    return turn;
  }

  /** Presses the first element that matches, in the chat. */
  async click(selector: string): Promise<void> {
    this.find(selector).click();
    await this.settled();
  }

  /** Moves the mouse over the first element that matches, in the chat. */
  async hover(selector: string): Promise<void> {
    const { x, y, width, height } = this.find(selector).getBoundingClientRect();
    await this.driver.hover(x + width / 2, y + height / 2);
    await this.settled();
  }

  /** The first element of the chat that matches. */
  find(selector: string): HTMLElement {
    const found = this.chat.root.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`nothing matches ${selector}`);
    return found;
  }

  /** Waits until an element that matches is in the chat: its code may be loaded for it. */
  async appeared(selector: string): Promise<void> {
    await this.chat.until(selector, () => this.chat.root.querySelector(selector)?.checkVisibility());
    await this.settled();
  }

  /** Shows the transcript from its start. */
  async scrollToStart(): Promise<void> {
    this.find('.transcript').scrollTop = 0;
    await this.settled();
  }

  /** Resolves when the state and its code are drawn, and only endless animations still run. */
  async settled(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await this.#chat?.drawn();
    }
    const animations = this.#chat?.root.getAnimations?.() ?? [];
    // Except the animation that waits some seconds before it says that an answer takes longer.
    const ending = animations.filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 5_000);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  }
}
