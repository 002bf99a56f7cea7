import type { BrowserContext, Locator, Page } from 'playwright-core';
import { strings } from '../../../widget/ui/words/en.ts';
import type { Lane } from './lane.ts';
import { look, saysStorageFailed, type Sight } from './sight.ts';
import type { Walk } from './walk-plan.ts';

/** How long a visitor on a walk waits for a control; where it comes later, the walk goes on without. */
const PATIENCE_MS = 1_000;
/** How long it waits there for the chat on a page. */
const ARRIVAL_MS = 3_000;
/** How long one who looks for a word waits: for all that a busy machine may do meanwhile. */
const THOROUGH_MS = 20_000;

/** A person with a browser: eyes, hands, and a memory of all that was typed. */
export class Visitor {
  readonly walk: Walk;
  readonly lane: Lane;
  readonly context: BrowserContext;
  readonly tabs: Page[] = [];
  /** Words of which each is typed once; all are to be found in the end. */
  readonly typed = new Set<string>();
  /** Words in a text box over a question, where they were not sent. */
  readonly unsentEdits = new Set<string>();
  /** Words that stood in the text box when the storage was filled, and may not have been stored before. */
  readonly unstored = new Set<string>();
  /** How often the visitor wanted an answer to a text. */
  readonly wishes = new Map<string, number>();
  /** Questions whose answer the visitor has stopped, perhaps before its first word. */
  readonly stopped = new Set<string>();
  isOffline = false;
  /** The chat has said that it cannot store what is said. */
  wasWarned = false;
  #current = 0;
  #words = 0;
  #arrivalMs = ARRIVAL_MS;

  constructor(walk: Walk, lane: Lane, context: BrowserContext) {
    this.walk = walk;
    this.lane = lane;
    this.context = context;
    context.setDefaultTimeout(PATIENCE_MS);
  }

  /** The tab in front. */
  get page(): Page {
    const page = this.tabs[this.#current % this.tabs.length];
    if (!page) throw new Error('the visitor has no tab');
    return page;
  }

  get chat(): Locator {
    return this.page.locator('cf-ai-chat');
  }

  get composer(): Locator {
    return this.chat.locator('[part~=input]');
  }

  async openTab(url: string): Promise<void> {
    const page = await this.context.newPage();
    await page.goto(url, { waitUntil: 'commit', timeout: THOROUGH_MS });
    await this.show(page);
  }

  async show(page: Page): Promise<void> {
    if (!this.tabs.includes(page)) this.tabs.push(page);
    this.#current = this.tabs.indexOf(page);
    await page.bringToFront();
  }

  async closeTab(): Promise<void> {
    const { page } = this;
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
    this.tabs.splice(this.tabs.indexOf(page), 1);
    await this.show(this.page);
  }

  /** From now on a control that does not come is a fault. */
  becomeThorough(): void {
    this.#arrivalMs = THOROUGH_MS;
    this.context.setDefaultTimeout(THOROUGH_MS);
  }

  /** Looks at the tab in front. */
  async look(): Promise<Sight> {
    const sight = await look(this.page);
    this.wasWarned ||= saysStorageFailed(sight);
    return sight;
  }

  /** Waits for the chat, asks for it again where that is offered, and leaves what covers it. */
  async arrive(): Promise<Sight> {
    const end = performance.now() + this.#arrivalMs;
    for (;;) {
      const sight = await this.look();
      if (sight.isThere && !sight.buttons.includes(strings.back)) return sight;
      const way = sight.isThere ? strings.back : strings.reload;
      if (sight.buttons.includes(way)) await this.press(way).catch(() => undefined);
      if (performance.now() > end) throw new Error(`no chat on the page, but: ${sight.words || 'nothing'}`);
      await this.page.waitForTimeout(20);
    }
  }

  /** Presses one of the buttons of a name. */
  async press(name: string, pick = 0): Promise<void> {
    await this.buttons(name).nth(pick).click();
  }

  /** The buttons of a name that can be pressed. */
  buttons(name: string): Locator {
    return this.chat.getByRole('button', { name, exact: true, disabled: false }).filter({ visible: true });
  }

  /** Chooses a line of the menu, which may be open since its code came, after all patience. */
  async choose(line: string): Promise<void> {
    const item = this.chat.getByRole('menuitem', { name: line });
    if (!(await item.isVisible())) await this.press(strings.menu);
    await item.click();
  }

  /** Types some words at the end of a text box; each has one that is nowhere else. */
  async type(box: Locator): Promise<string> {
    this.#words += 1;
    const word = `w${this.walk.number}n${this.#words}w`;
    await box.press('Control+End');
    if ((await box.inputValue()) !== '') await box.press('Space');
    await this.page.keyboard.insertText(word);
    this.typed.add(word);
    return word;
  }

  /** Sends the text of a box with Enter; its words as they are sent. */
  async send(box: Locator): Promise<string> {
    const text = (await box.inputValue()).replaceAll(/\s+/g, ' ').trim();
    this.wish(text);
    await box.press('Enter');
    return text;
  }

  /** The visitor wants an answer to a text, once more. */
  wish(text: string): void {
    this.wishes.set(text, (this.wishes.get(text) ?? 0) + 1);
  }
}
