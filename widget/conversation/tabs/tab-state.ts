import { ChatError } from '../../protocol/chat-error.ts';
import { type ChatMessage, textOf } from '../../protocol/chat-message.ts';
import { dropUndefined } from '../../protocol/json.ts';
import { areSame } from '../are-same.ts';
import type { Branches } from '../branches.ts';
import { answerOf } from '../transcript-end.ts';
import { type ConversationState, isAnswering } from '../state.ts';
import { moveTurnToEnd, recordChanges, removeOrphans } from './record-changes.ts';
import { mergeShared } from './shared-store.ts';
import { allOf, branchesOf, isHidden, isRemoved, NOTHING_SHARED } from './shared-transcript.ts';
import type { SharedTranscript, WholeBranches } from './shared-transcript.ts';
import type { Shared, SharedTurn } from './tab-message.ts';

/** The shared state of a conversation without messages. */
export const NOTHING: Shared = {
  transcript: NOTHING_SHARED,
  turn: { value: {}, revision: -1, by: '' },
};

/** One tab's copy of the state that all tabs share, and the part of it that the tab shows. */
export class TabState {
  readonly #tab: string;
  #shared = NOTHING;
  /** The messages that the tab showed when its changes were last shared. */
  #view: Branches = { messages: [] };
  #shownTurn = NOTHING.turn;

  /** `tab` names the tab. */
  constructor(tab: string) {
    this.#tab = tab;
  }

  get shared(): Shared {
    return this.#shared;
  }

  /** Another tab's answer is on its way. */
  get isAnsweredElsewhere(): boolean {
    const { runner, question } = this.#shared.turn.value;
    return runner !== undefined && runner !== this.#tab && !this.isGone(question);
  }

  /** A full storage has kept a part of the conversation, or nothing: other tabs may have all of it. */
  get isShort(): boolean {
    const { marks, messages } = this.#shared.transcript;
    const there = Object.values(marks).filter((mark) => !isRemoved(mark));
    return messages.length === 0 || there.length > messages.length;
  }

  /** Another tab goes on with the turn of `state`: it believed this tab to be gone. */
  isTakenOver(state: ConversationState): boolean {
    const { turn } = this.#shared;
    return turn.by !== this.#tab && turn.value.question === lastQuestion(state.messages);
  }

  /** Whether a message was removed, or is an earlier version now. */
  isGone(id: string | undefined): boolean {
    const { marks, messages } = this.#shared.transcript;
    const mark = id === undefined ? undefined : marks[id];
    return mark !== undefined && (isRemoved(mark) || messages.some((one) => one.id === id && isHidden(one)));
  }

  /** Starts with the stored state. */
  load(stored: Shared): void {
    this.#shared = stored;
    this.#shownTurn = stored.turn;
  }

  /** Takes over a state that another tab has sent or stored; false where it holds nothing new. */
  merge(news: Shared): boolean {
    const before = this.#shared;
    this.#shared = mergeShared(before, news);
    this.dropOrphans();
    return this.#shared !== before;
  }

  /** Removes answers whose question another tab has removed. */
  dropOrphans(): void {
    this.#setTranscript(removeOrphans(this.#shared.transcript, this.#tab));
  }

  /** Call when the tab shows a state that came from other tabs: its messages are no changes by this tab. */
  markShown(state: ConversationState): void {
    this.#view = state;
  }

  /** Takes this tab's changes of messages into the shared state. */
  share(state: ConversationState): void {
    const changes = { before: this.#view, after: state, by: this.#tab };
    this.#setTranscript(recordChanges(this.#shared.transcript, changes));
    this.#view = state;
  }

  /** Takes the status of this tab's turn into the shared state. */
  shareTurn({ messages, status, error, quota, links, resumePoint, asked }: ConversationState): void {
    const question = lastQuestion(messages);
    const runner = isAnswering({ status }) ? this.#tab : undefined;
    const facts = { quota, feedback: links?.feedback, resumePoint, asked };
    this.setTurn(dropUndefined<SharedTurn>({ runner, question, status, errorCode: error?.code, ...facts }));
  }

  setTurn(value: SharedTurn): void {
    const turn = { value, revision: this.#shared.turn.revision + 1, by: this.#tab };
    this.#shared = { ...this.#shared, turn };
    this.#shownTurn = turn;
  }

  /** The next {@link news} hold the status of the turn, also where this tab has shared it itself. */
  forgetShownTurn(): void {
    this.#shownTurn = NOTHING.turn;
  }

  /** Moves the turn that is about to run to the end, also where another tab has asked a question meanwhile. */
  moveToEnd(question: string | undefined): void {
    if (question === undefined) return;
    this.#setTranscript(moveTurnToEnd(this.#shared.transcript, question, this.#tab));
  }

  /** Whether this tab's unfinished answer is longer than what the tabs share of it. */
  hasMoreWords({ messages }: ConversationState): boolean {
    const answer = answerOf(messages);
    const shared = this.#shared.transcript.messages.find(({ id }) => id === answer?.id);
    return answer !== undefined && textOf(answer).length > (shared ? textOf(shared).length : 0);
  }

  /** The messages that the tab is to show. An answer is streaming only while its tab is there, or when it is one of our `own`. */
  visible(own: readonly ChatMessage[] = []): WholeBranches {
    const { messages, hidden } = branchesOf(this.#shared.transcript);
    const isLost = (message: ChatMessage): boolean =>
      message.status === 'streaming' && !this.isAnsweredElsewhere && !own.includes(message);
    const end = <T extends ChatMessage>(message: T): T =>
      isLost(message) ? { ...message, status: 'truncated' } : message;
    return { messages: messages.map(end), hidden: hidden.map(end) };
  }

  /** The changes for a tab that shows `state`; undefined while the page has put messages of its own in their place. */
  news(state: ConversationState): Partial<ConversationState> | undefined {
    if (state.messages !== this.#view.messages) return undefined;
    const branches = this.visible();
    return {
      ...(!areSame(allOf(branches), allOf(state)) && branches),
      ...this.#turnNews(state, branches.messages),
    };
  }

  #turnNews(state: ConversationState, messages: readonly ChatMessage[]): Partial<ConversationState> {
    const { turn } = this.#shared;
    const isNew = turn !== this.#shownTurn || this.isAnsweredElsewhere;
    this.#shownTurn = turn;
    const { errorCode, feedback, quota, resumePoint, asked } = turn.value;
    // An error is about the last message.
    const isOtherEnd = state.messages.at(-1)?.id !== messages.at(-1)?.id;
    if (!isNew) return isOtherEnd ? { status: 'ready', error: null } : {};
    const error = errorCode ? new ChatError(errorCode, 'the turn failed in another tab') : null;
    const ended = error ? 'error' : 'ready';
    const running = answerOf(messages) ? 'streaming' : 'submitted';
    return {
      status: this.isAnsweredElsewhere ? running : ended,
      // Of a turn of this tab that was given up.
      isReconnecting: false,
      error: this.isAnsweredElsewhere ? null : error,
      resumePoint,
      asked,
      ...(feedback !== undefined && { links: { ...state.links, feedback } }),
      ...(quota && { quota }),
    };
  }

  #setTranscript(transcript: SharedTranscript): void {
    if (transcript !== this.#shared.transcript) this.#shared = { ...this.#shared, transcript };
  }
}

/** The id of the question that was asked last. */
export function lastQuestion(messages: readonly ChatMessage[]): string | undefined {
  return messages.findLast(({ role }) => role === 'user')?.id;
}
