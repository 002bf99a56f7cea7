import type { TakenConversation } from '../../widget/conversation/record-store.ts';
import type { MessageRecord } from '../../widget/conversation/message-record.ts';
import { TabWorld, type WorldOptions, type WorldPage } from './tab-world.ts';

/** Everything that can happen, to a page or to the simulated browser. */
export const ACTS = [
  'send',
  'queue',
  'edit',
  'regenerate',
  'retry',
  'continue',
  'version',
  'stop',
  'remove',
  'take-back',
  'clear',
  'new-chat',
  'open-thread',
  'delete-thread',
  'restore-thread',
  'rate',
  'type',
  'say',
  'deliver',
  'flush',
  'pass',
  'freeze',
  'thaw',
  'close',
  'crash',
  'open',
  'follow',
  'back',
  'reload',
  'offline',
  'online',
] as const;

/** A message that a page has shown. */
export interface SeenMessage {
  readonly conversation: string;
  readonly record: MessageRecord;
}

/** An act, and a random number that selects the page and the details. */
export type Step = readonly [(typeof ACTS)[number], number];

const PAUSES_MS = [5, 20, 50, 400, 3_000, 12_000, 30_000];

/** Runs steps, and records what visitors have asked, typed and removed. */
export class PageStory {
  readonly world: TabWorld;
  /** The texts of all questions. */
  readonly asked: string[] = [];
  /** The words of all drafts. */
  readonly typed: string[] = [];
  /** How often each message had been asked when a visitor removed it, by id. */
  readonly removed = new Map<string, number>();
  /** The ids of conversations that a visitor has removed at some time. */
  readonly removedConversations = new Set<string>();
  /** The ids of removed conversations that a visitor has restored. */
  readonly restoredConversations = new Set<string>();
  /** How often a visitor has asked a question again. */
  readonly askedAgain = new Map<string, number>();
  /** Questions whose answers were continued. */
  readonly continued = new Set<string>();
  /** Every message that a page has shown, by id, in its last shown state. */
  readonly seen = new Map<string, SeenMessage>();
  #deleted: TakenConversation[] = [];
  /** Messages of a conversation whose removal has not reached the other pages yet, by the page that removed it. */
  readonly #removals = new Map<WorldPage, { readonly conversation: string; readonly ids: string[] }>();

  constructor(options: WorldOptions) {
    this.world = new TabWorld(options);
    this.world.open();
    if (options.persist !== 'session') this.world.open();
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const step of steps) await this.step(step);
    await this.rest();
  }

  async step(step: Step): Promise<void> {
    await this.#take(step);
    await this.world.settle();
    if (!this.world.area.isOnItsWay) this.#removals.clear();
    for (const [page, { conversation }] of this.#removals)
      if (!page.isAlive || page.conversation.state.id !== conversation) this.#forgetRemovals(page);
    this.look();
  }

  async rest(): Promise<void> {
    if (this.world.shown.length === 0) this.#openAny();
    await this.world.rest();
    this.look();
  }

  /** Records what all pages show. */
  look(): void {
    for (const { conversation } of this.world.living)
      for (const [id, record] of conversation.state.records)
        if (!record.isGone) this.seen.set(id, { conversation: conversation.state.id, record });
  }

  async #take([act, number]: Step): Promise<void> {
    const { world } = this;
    const pages = world.shown;
    const page = pages[number % Math.max(1, pages.length)];
    if (!page) return this.#openAny();
    switch (act) {
      case 'say':
        return world.say();
      case 'pass':
        return world.pass(PAUSES_MS[number % PAUSES_MS.length] ?? 0);
      case 'offline':
        return this.#goOffline();
      case 'online':
        return world.setOffline(false);
      case 'flush':
        return page.tab.view.send();
      case 'deliver':
        page.tab.view.receive();
        page.hear();
        return;
      default:
        return this.#live(act, page, number);
    }
  }

  /** Runs an act on a page. */
  #live(act: Step[0], page: WorldPage, number: number): void {
    const { world } = this;
    const canOpen = world.living.length < 4;
    switch (act) {
      case 'thaw':
        return page.thaw();
      case 'crash':
        return this.#crash(page);
      case 'open':
        return void (canOpen && world.persist === 'local' && world.open());
    }
    if (!page.isRunning) return;
    switch (act) {
      case 'freeze':
        return page.freeze();
      case 'close':
        return page.close();
      case 'reload':
        page.close();
        return void page.tab.open();
      case 'follow':
        if (canOpen) page.leave();
        return void (canOpen && page.tab.open());
      case 'back':
        return this.#goBack(page, number);
      default:
        return this.#converse(act, page, number);
    }
  }

  #openAny(): void {
    const [tab] = this.world.living.map((page) => page.tab);
    const before = tab ?? this.world.pages.at(-1)?.tab;
    // A tab survives the process of its page.
    if (this.world.persist === 'session' && before) before.open();
    else this.world.open();
  }

  /**
   * Goes back to a cached page. Browsers differ in whether that page is shown before or after the other page
   * is left.
   */
  #goBack(page: WorldPage, number: number): void {
    const away = page.tab.pages.filter(({ isAway, isAlive }) => isAway && isAlive);
    const back = away[number % Math.max(1, away.length)];
    if (!back) return;
    const moves = [() => back.show(), () => page.leave()];
    for (const move of number % 2 ? moves : moves.toReversed()) if (back.isAlive) move();
    if (!back.isAlive) page.tab.open();
  }

  /** Words that only a crashed page has shown may appear again in another message. */
  #crash(page: WorldPage): void {
    const stored = new Set(page.store.load(page.conversation.state.id).records.keys());
    for (const [id, { record }] of this.seen)
      if (record.message.role === 'assistant' && !stored.has(id)) this.seen.delete(id);
    page.crash();
  }

  /**
   * A backend without keys may have received a question whose connection broke before the first word, so the
   * question may be asked twice.
   */
  #goOffline(): Promise<void> {
    for (const { conversation } of this.world.living) this.#countAgain(conversation.state.turn ?? '');
    return this.world.setOffline(true);
  }

  #converse(act: Step[0], page: WorldPage, number: number): void {
    const { conversation } = page;
    const { messages, waiting } = conversation.state;
    const text = `${page.name}q${this.asked.length}`;
    const answer = messages.findLast(({ role }) => role === 'assistant');
    const chosen = messages[number % Math.max(1, messages.length)];
    switch (act) {
      case 'send':
        return this.#ask(text, () => void conversation.send(text));
      case 'queue':
        if (waiting.length < 3) this.#ask(text, () => void conversation.queue(text));
        return;
      case 'edit':
        if (chosen?.role !== 'user') return;
        this.#ask(text, () => void conversation.edit(chosen.id, text));
        // The last question is replaced if it has no answer.
        if (conversation.state.records.get(chosen.id)?.isGone) this.#note(page, chosen.id);
        return;
      case 'regenerate':
        return this.#askAgain(page, () => conversation.regenerate());
      case 'retry':
        return this.#askAgain(page, () => conversation.retry());
      case 'continue':
        this.continued.add(messages.findLast(({ role }) => role === 'user')?.id ?? '');
        return this.#askAgain(page, () => conversation.continue('{question}'));
      case 'version':
        return this.#showVersion(page, chosen?.id ?? '', number);
      case 'stop':
        return conversation.stop();
      case 'remove':
        if (chosen?.role === 'user' && (chosen.status === 'failed' || chosen.status === 'waiting')) {
          this.#note(page, chosen.id);
          conversation.remove(chosen.id);
        }
        return;
      case 'take-back':
        if (waiting[0]) {
          this.#note(page, waiting[0].id);
          conversation.takeBack(waiting[0].id);
        }
        return;
      case 'rate':
        return answer && conversation.rate(answer.id, 1);
      case 'type': {
        const word = `${page.name}d${this.typed.length}`;
        this.typed.push(word);
        return conversation.type(`${conversation.state.draft} ${word}`);
      }
      default:
        return this.#change(act, page, number);
    }
  }

  /** Runs an act on whole conversations. */
  #change(act: Step[0], { conversation, store }: WorldPage, number: number): void {
    const { id } = conversation.state;
    const others = store.ids().filter((other) => other !== id);
    const other = others[number % Math.max(1, others.length)];
    switch (act) {
      case 'clear':
        this.#remove(id);
        return conversation.clear();
      case 'new-chat':
        return void conversation.leave();
      case 'open-thread':
        return other === undefined ? undefined : conversation.open({ id: other });
      case 'delete-thread':
        if (other === undefined) return;
        this.#remove(other);
        this.#deleted.push(store.remove(other));
        return;
      case 'restore-thread':
        for (const { id: restored } of this.#deleted) this.restoredConversations.add(restored);
        for (const deleted of this.#deleted.splice(0)) store.restore(deleted);
    }
  }

  /** Records that a message is removed. */
  #note(page: WorldPage, id: string): void {
    const { id: conversation, records } = page.conversation.state;
    this.removed.set(id, records.get(id)?.attempt ?? 0);
    this.#removals.set(page, { conversation, ids: [...(this.#removals.get(page)?.ids ?? []), id] });
  }

  /**
   * A removal is lost when another page overwrites it in the same moment and the removing page is gone or
   * shows another conversation.
   */
  #forgetRemovals(page: WorldPage): void {
    for (const id of this.#removals.get(page)?.ids ?? []) this.removed.set(id, -1);
    this.#removals.delete(page);
  }

  #remove(id: string): void {
    this.removedConversations.add(id);
    this.restoredConversations.delete(id);
  }

  #ask(text: string, ask: () => void): void {
    this.asked.push(text);
    ask();
  }

  #askAgain({ conversation }: WorldPage, ask: () => Promise<void>): void {
    this.#countAgain(conversation.state.messages.findLast(({ role }) => role === 'user')?.id ?? '');
    void ask();
  }

  #countAgain(id: string): void {
    this.askedAgain.set(id, (this.askedAgain.get(id) ?? 0) + 1);
  }

  #showVersion({ conversation }: WorldPage, id: string, number: number): void {
    const versions = conversation.state.versions.get(id) ?? [];
    const version = versions[number % Math.max(1, versions.length)];
    if (version !== undefined) conversation.show(version);
  }
}
