import type { Conversation } from '../../conversation/conversation.ts';
import { type ConversationState, isAnswering } from '../../conversation/state.ts';
import type { SourcePart } from '../../protocol/chat-message.ts';
import type { Actions } from '../features/actions/actions.ts';
import type { Adornments } from '../features/adornments/adornments.ts';
import { isAdornable } from '../features/adornments/is-adornable.ts';
import type { BotCheck } from '../features/bot-check/bot-check.ts';
import type { Citations } from '../features/citations/citations.ts';
import type { Consent } from '../features/consent/consent.ts';
import type { Contact } from '../features/contact/contact.ts';
import type { Editing } from '../features/editing/editing.ts';
import type { FollowUps } from '../features/follow-ups/follow-ups.ts';
import { hasFollowUps } from '../features/follow-ups/has-follow-ups.ts';
import type { History } from '../features/history/history.ts';
import { isLimited } from '../features/limits/is-limited.ts';
import type { Limits } from '../features/limits/limits.ts';
import type { Menu } from '../features/menu/menu.ts';
import type { Queue, QueueOptions } from '../features/queue/queue.ts';
import { requestQueue } from '../features/queue/request-queue.ts';
import type { PageContext } from '../features/page-context/page-context.ts';
import type { PanelResizer } from '../features/resize/panel-resizer.ts';
import type { ChatHost } from '../element/chat-panel.ts';
import type { ElementWords } from '../words/element-words.ts';
import type { LazyFeature } from '../base/lazy-feature.ts';
import type { TurnControls } from '../asking/turn-controls.ts';

/** Options of the features. Each is given those that it needs. */
export interface FeaturesOptions {
  readonly host: ChatHost;
  readonly words: ElementWords;
  readonly conversation: Conversation;
  readonly announce: (text: string) => void;
  readonly handleClear: () => void;
  /** Asks a question that was suggested. */
  readonly handleSuggestion: (text: string) => void;
  readonly handleHistory: () => void;
  /** The visitor has agreed, before the first message, to storing and sending. */
  readonly handleAgreed: () => void;
  /** An earlier conversation is shown: show its end. */
  readonly handleThreadOpened: () => void;
  /** Keeps an element at its place in the view while the next drawing changes the content above it. */
  readonly keepInView: (element: HTMLElement) => void;
  /** Moves focus to the composer, without the keyboard of a phone. */
  readonly moveFocus: () => void;
  readonly handleLink: (event: MouseEvent, source?: SourcePart) => void;
  readonly queued: Pick<QueueOptions, 'send' | 'focusInput'>;
  readonly turns: TurnControls;
  /** The element in which the panel is drawn. */
  readonly root: HTMLElement;
  /** Aborted when the panel is disposed. */
  readonly signal: AbortSignal;
}

/** The features of a panel, most of which are loaded when they are first needed. */
export interface Features {
  readonly actions: LazyFeature<Actions>;
  readonly adornments: LazyFeature<Adornments>;
  readonly botCheck: LazyFeature<BotCheck>;
  /** Not lazy: chips are there in the frame in which their text is. */
  readonly citations: Citations;
  readonly consent: LazyFeature<Consent>;
  readonly contact: LazyFeature<Contact>;
  readonly editing: LazyFeature<Editing>;
  readonly followUps: LazyFeature<FollowUps>;
  readonly history: LazyFeature<History>;
  readonly limits: LazyFeature<Limits>;
  readonly menu: LazyFeature<Menu>;
  readonly pageContext: LazyFeature<PageContext>;
  readonly queue: LazyFeature<Queue>;
  readonly resizer: LazyFeature<PanelResizer>;
}

/** Loads the features that the conversation calls for; those of a finished answer not while one is awaited. Call after drawing. */
export function requestFeatures(
  features: Features,
  state: ConversationState,
  { host, root }: Pick<FeaturesOptions, 'host' | 'root'>,
): void {
  if (host.consent !== 'none') features.consent.request();
  // An answer is drawn in the next frame.
  if (!features.adornments.isRequested)
    requestAnimationFrame(() => isAdornable(root) && features.adornments.request());
  // While the visitor types: an offer must not come under a question that is there already.
  if (host.contactUrl && (state.draft || state.messages.length > 0)) features.contact.request();
  requestQueue(features.queue, state);
  if (isAnswering(state)) return;
  if (hasFollowUps(state)) features.followUps.request();
  if (isLimited(state)) features.limits.request();
  if (state.messages.some(({ role }) => role === 'assistant')) features.actions.request();
}
