import type { Branches } from '../../conversation/branches.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import { type ConversationState, isAnswering } from '../../conversation/state.ts';
import type { SourcePart } from '../../protocol/chat-message.ts';
import type { Actions } from '../actions/actions.ts';
import type { Adornments } from '../adornments/adornments.ts';
import { isAdornable } from '../adornments/is-adornable.ts';
import type { BotCheck } from '../bot-check/bot-check.ts';
import { Citations } from '../citations/citations.ts';
import type { Consent } from '../consent/consent.ts';
import type { Contact } from '../contact/contact.ts';
import type { Editing } from '../editing/editing.ts';
import type { FollowUps } from '../follow-ups/follow-ups.ts';
import { hasFollowUps } from '../follow-ups/has-follow-ups.ts';
import type { History } from '../history/history.ts';
import { isLimited } from '../limits/is-limited.ts';
import type { Limits } from '../limits/limits.ts';
import type { Menu } from '../menu/menu.ts';
import type { MenuView } from '../menu/menu-items.ts';
import type { Queue, QueueOptions } from '../queue/queue.ts';
import { requestQueue } from '../queue/request-queue.ts';
import type { PageContext } from '../page-context/page-context.ts';
import { canResize, isExpanded } from '../resize/is-expanded.ts';
import type { PanelResizer } from '../resize/panel-resizer.ts';
import type { ChatHost } from '../shell/chat-panel.ts';
import type { ElementWords } from '../words/element-words.ts';
import { followContact } from './contact-controls.ts';
import { LazyFeature } from './lazy-feature.ts';
import type { TurnControls } from './turn-controls.ts';

/** What features are made from. Each is handed the part it needs. */
export interface FeaturesOptions {
  readonly host: ChatHost;
  readonly words: ElementWords;
  readonly conversation: Conversation;
  readonly announce: (text: string) => void;
  readonly handleClear: () => void;
  /** Asks a question that was suggested. */
  readonly handleSuggestion: (text: string) => void;
  readonly handleHistory: () => void;
  /** The visitor has agreed to what a first message brings. */
  readonly handleAgreed: () => void;
  /** An earlier conversation is shown: show its end. */
  readonly handleThreadOpened: () => void;
  /** Keeps an element where it is in the view while the next drawing changes what is above it. */
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

/** Makes the features of a panel; no lazy code is loaded yet. */
export function createFeatures(options: FeaturesOptions): Features {
  const { host, words, conversation, turns, announce, handleLink, root, signal } = options;
  const lazy = <T>(create: () => Promise<T>): LazyFeature<T> =>
    new LazyFeature(create, () => host.requestUpdate());
  const state = (): ConversationState => conversation.state;
  const handleBranch = (branches: Branches): void => conversation.show(branches);
  const handleRated = (id: string, rating: 1 | -1): void => conversation.rate(id, rating);
  const menuView = (): MenuView => ({
    host,
    state: state(),
    words: words.current,
    isExpanded: canResize(host) ? isExpanded(host) : undefined,
    handleClear: options.handleClear,
    handleHistory: options.handleHistory,
    handleLink,
    handleContact,
    consentItems: consent.current?.menuItems ?? [],
    handleResize: () => void resizer.load().then((loaded) => loaded.toggle()),
  });
  const consent = lazy(async () => {
    const { Consent } = await import('../consent/consent.ts');
    const { handleAgreed, moveFocus } = options;
    return new Consent({
      host,
      words,
      announce,
      root,
      handleAgreed,
      forgetHistory: async () => (await history.load()).forget(),
      moveFocus,
    });
  });
  const contact = lazy(async () => {
    const { Contact } = await import('../contact/contact.ts');
    return new Contact({ host, words, state, handleContact });
  });
  const handleContact = (event: MouseEvent): void => followContact(host, contact, event);
  const resizer = lazy(async () => {
    const { PanelResizer } = await import('../resize/panel-resizer.ts');
    return new PanelResizer(host);
  });
  const history = lazy(async () => {
    const { History } = await import('../history/history.ts');
    signal.throwIfAborted();
    const { moveFocus, handleThreadOpened: handleOpened } = options;
    return new History({ host, words, conversation, announce, root, moveFocus, handleOpened, signal });
  });
  return {
    actions: lazy(async () => {
      const { Actions } = await import('../actions/actions.ts');
      signal.throwIfAborted();
      const { keepInView } = options;
      const shared = { host, words, state, announce, root, signal };
      return new Actions({
        ...shared,
        turns,
        keepInView,
        handleRated,
        handleBranch,
        handleLink,
        handleContact,
      });
    }),
    adornments: lazy(async () => {
      const { Adornments } = await import('../adornments/adornments.ts');
      signal.throwIfAborted();
      return new Adornments({ host, words, announce, root, signal });
    }),
    botCheck: lazy(async () => {
      const { BotCheck } = await import('../bot-check/bot-check.ts');
      return new BotCheck({ host, words, announce });
    }),
    citations: new Citations({ host, words, root, handleLink, signal }),
    consent,
    contact,
    editing: lazy(async () => {
      const { Editing } = await import('../editing/editing.ts');
      return new Editing({ host, words, root, handleEdited: (message, text) => turns.resend(message, text) });
    }),
    followUps: lazy(async () => {
      const { FollowUps } = await import('../follow-ups/follow-ups.ts');
      return new FollowUps({ host, words, state, handleSuggestion: options.handleSuggestion });
    }),
    history,
    limits: lazy(async () => {
      const { Limits } = await import('../limits/limits.ts');
      return new Limits({ host, words, state, handleContact, announce, signal });
    }),
    menu: lazy(async () => {
      const { Menu } = await import('../menu/menu.ts');
      signal.throwIfAborted();
      return new Menu({ view: menuView, root, signal });
    }),
    pageContext: new LazyFeature(
      async () => {
        const { PageContext } = await import('../page-context/page-context.ts');
        signal.throwIfAborted();
        return new PageContext(host, signal);
      },
      // It draws nothing.
      () => undefined,
    ),
    queue: lazy(async () => {
      const { Queue } = await import('../queue/queue.ts');
      signal.throwIfAborted();
      return new Queue({ host, words, conversation, announce, signal, ...options.queued });
    }),
    resizer,
  };
}

/** Loads what the conversation calls for; nothing that an answer brings while one is awaited. Call after drawing. */
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
