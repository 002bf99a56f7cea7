import { setTimeout as wait } from 'node:timers/promises';
import { strings } from '../../../widget/ui/strings/en.ts';
import { isLeaving, type Profile, type Tab } from './browser/tab.ts';
import { button, COMPOSER, findControl, focusBox, menuItem, type Found, type Wanted } from './controls.ts';
import type { Fault } from './fault.ts';
import type { Lane } from './lane.ts';
import { look, saysStorageFailed, type Sight } from './sight.ts';
import { markLeaving, readArrival, type Arrival } from './walk-page.ts';
import type { Walk } from './walk-plan.ts';

/** How long a visitor on a walk waits for a control; where it comes later, the walk goes on without. */
const PATIENCE_MS = 1_000;
/** How long a visitor on a walk waits for the chat of a page. */
const ARRIVAL_MS = 3_000;
/** How long a visitor waits who looks for a lost word at the end: long, since the machine may be busy. */
const THOROUGH_MS = 20_000;
const INSTEAD_MS = 5_000;
const LOOKS_MS = 20;

/** A person with a browser: eyes, hands, and a memory of all that was typed. */
export class Visitor {
  readonly walk: Walk;
  readonly lane: Lane;
  readonly profile: Profile;
  readonly tabs: Tab[] = [];
  /** Words of which each is typed once; all are to be found in the end. */
  readonly typed = new Set<string>();
  /** Words in a text box over a question, where they were not sent, with their tab. */
  readonly unsentEdits = new Map<string, Tab>();
  /** Words that the storage could not take: it was full, or its page was left before the chat could say so. */
  readonly unstored = new Set<string>();
  /** How often the visitor wanted an answer to a text. */
  readonly wishes = new Map<string, number>();
  /** Questions whose answer the visitor has stopped, perhaps before its first word. */
  readonly stopped = new Set<string>();
  /** Promises that the visitor saw broken on the way. */
  readonly faults: Fault[] = [];
  isOffline = false;
  isStorageFull = false;
  /** The chat has said that it cannot store what is said. */
  wasWarned = false;
  /** Pages that the browser had kept and has shown again. */
  restored = 0;
  /** Pages that were shown after they had been prerendered. */
  activated = 0;
  #current = 0;
  #words = 0;
  #pages = 0;
  #patienceMs = PATIENCE_MS;
  #arrivalMs = ARRIVAL_MS;

  constructor(walk: Walk, lane: Lane, profile: Profile) {
    this.walk = walk;
    this.lane = lane;
    this.profile = profile;
  }

  /** The tab in front. */
  get tab(): Tab {
    const tab = this.tabs[this.#current % this.tabs.length];
    if (!tab) throw new Error('the visitor has no tab');
    return tab;
  }

  async openTab(url: string): Promise<void> {
    await this.show(await this.profile.open(url));
  }

  async show(tab: Tab): Promise<void> {
    if (!this.tabs.includes(tab)) this.tabs.push(tab);
    this.#current = this.tabs.indexOf(tab);
    await tab.show();
  }

  async closeTab(): Promise<void> {
    const { tab } = this;
    await tab.close();
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    await this.show(this.tab);
  }

  /** Makes a control that does not come a fault from now on. */
  becomeThorough(): void {
    this.#arrivalMs = THOROUGH_MS;
    this.#patienceMs = THOROUGH_MS;
  }

  /** Looks at the tab in front. */
  async look(): Promise<Sight> {
    const sight = await look(this.tab);
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
      await wait(LOOKS_MS);
    }
  }

  /**
   * Leaves the page, and waits for the next one; how it came to be shown.
   *
   * @param instead done once where no page comes: Chromium may never show a page that was prerendered while its tab was behind another
   */
  async leave(go: () => Promise<void>, instead?: () => Promise<void>): Promise<string> {
    const { tab } = this;
    this.#pages += 1;
    const name = `${this.walk.number}-${this.#pages}`;
    await tab.evaluate(markLeaving, name);
    await go().catch((error: unknown) => {
      // The answer of the page that does it may not come any more.
      if (!isLeaving(error)) throw error;
    });
    const begun = performance.now();
    let way = instead;
    for (;;) {
      const arrival = await tab.evaluate(readArrival, undefined).catch((error: unknown) => {
        if (isLeaving(error)) return undefined;
        throw error;
      });
      if (arrival && arrival.leaving !== name) return this.#count(arrival);
      if (performance.now() > begun + THOROUGH_MS) throw new Error('no other page came');
      if (way && performance.now() > begun + INSTEAD_MS) {
        await way();
        way = undefined;
      }
      await wait(2);
    }
  }

  #count({ isRestored, isActivated }: Arrival): string {
    if (isRestored) this.restored += 1;
    else if (isActivated) this.activated += 1;
    if (isRestored) return '(a kept page)';
    return isActivated ? '(a prerendered page)' : '';
  }

  /** Looks for a control once. */
  async find(wanted: Wanted): Promise<Found> {
    return this.tab.evaluate(findControl, wanted).catch((error: unknown) => {
      if (isLeaving(error)) return { count: 0, point: undefined, text: '', id: '' };
      throw error;
    });
  }

  /** Waits until something is there, or until the time is over. */
  async await(wanted: Wanted, isThere = true): Promise<void> {
    const end = performance.now() + this.#patienceMs;
    while ((await this.find(wanted)).count > 0 !== isThere) {
      if (performance.now() > end) throw new Error(`Timeout: ${wanted.selector} ${wanted.name ?? ''}`);
      await wait(LOOKS_MS);
    }
  }

  /** Waits for a control that a hand can reach. */
  async reach(wanted: Wanted): Promise<Found & { readonly point: NonNullable<Found['point']> }> {
    const end = performance.now() + this.#patienceMs;
    for (;;) {
      const found = await this.find(wanted);
      if (found.point) return { ...found, point: found.point };
      if (performance.now() > end) throw new Error(`Timeout: ${wanted.selector} ${wanted.name ?? ''}`);
      await wait(LOOKS_MS);
    }
  }

  /** Presses a control with the mouse. */
  async click(wanted: Wanted): Promise<void> {
    const { point } = await this.reach(wanted);
    await this.tab.click(point);
  }

  /** Presses a control twice, the second time where the first press was, whatever stands there by then. */
  async clickTwice(wanted: Wanted, pauseMs: number): Promise<void> {
    const { point } = await this.reach(wanted);
    await this.tab.clickTwice(point, pauseMs);
  }

  /** Presses one of the buttons of a name. */
  async press(name: string, pick = 0): Promise<void> {
    await this.click(button(name, pick));
  }

  /** Chooses a line of the menu. The menu may be open already, where its code came late after an earlier press. */
  async choose(line: string): Promise<void> {
    if ((await this.find(menuItem(line))).count === 0) await this.press(strings.menu);
    await this.click(menuItem(line));
  }

  /** What stands in a text box, with the keyboard in it. */
  async focus(box: Wanted): Promise<string> {
    const end = performance.now() + this.#patienceMs;
    for (;;) {
      const value = await this.tab.evaluate(focusBox, box);
      if (value !== undefined) return value;
      if (performance.now() > end) throw new Error(`Timeout: ${box.selector}`);
      await wait(LOOKS_MS);
    }
  }

  /** Types some words at the end of a text box; each has one that is nowhere else. */
  async type(box = COMPOSER): Promise<string> {
    this.#words += 1;
    const word = `w${this.walk.number}n${this.#words}w`;
    const before = await this.focus(box);
    await this.tab.press('Control+End');
    if (before !== '') await this.tab.press('Space');
    await this.tab.insert(word);
    this.typed.add(word);
    return word;
  }

  /** Sends the text of a box with Enter; its words as they are sent. */
  async send(box = COMPOSER): Promise<string> {
    const text = (await this.focus(box)).replaceAll(/\s+/g, ' ').trim();
    this.wish(text);
    await this.tab.press('Enter');
    return text;
  }

  fault(invariant: Fault['invariant'], details: string): void {
    this.faults.push({ invariant, details });
  }

  /** Counts that the visitor wants an answer to a text, once more than before. */
  wish(text: string): void {
    this.wishes.set(text, (this.wishes.get(text) ?? 0) + 1);
  }
}
