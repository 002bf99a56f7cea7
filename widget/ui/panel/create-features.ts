import type { ConversationState } from '../../conversation/state.ts';
import { Citations } from '../features/citations/citations.ts';
import type { MenuView } from '../features/menu/menu-items.ts';
import { canResize, isExpanded } from '../features/resize/is-expanded.ts';
import { followContact } from './contact-controls.ts';
import type { Features, FeaturesOptions } from './features.ts';
import { LazyFeature } from '../base/lazy-feature.ts';

/** The options, and functions that several features share. */
interface FeatureParts extends FeaturesOptions {
  /** A feature that is made from a module when that is loaded, unless the panel is disposed by then. */
  readonly lazy: <M, T>(load: () => Promise<M>, make: (module: M) => T) => LazyFeature<T>;
  readonly state: () => ConversationState;
  /** Follows a link to a human. */
  readonly handleContact: (event: MouseEvent) => void;
}

/** Makes the features of a panel; no lazy code is loaded yet. */
export function createFeatures(options: FeaturesOptions): Features {
  const { host, words, conversation, signal } = options;
  const lazy: FeatureParts['lazy'] = (load, make) => {
    const create = async (): Promise<ReturnType<typeof make>> => {
      const module = await load();
      signal.throwIfAborted();
      return make(module);
    };
    return new LazyFeature(create, () => host.requestUpdate());
  };
  const state = (): ConversationState => conversation.state;
  const handleContact = (event: MouseEvent): void => followContact(host, contact, event);
  const contact: Features['contact'] = lazy(
    () => import('../features/contact/contact.ts'),
    ({ Contact }) => new Contact({ host, words, state, handleContact }),
  );
  const parts: FeatureParts = { ...options, lazy, state, handleContact };
  return { contact, ...menuFeatures(parts), ...answerFeatures(parts), ...questionFeatures(parts) };
}

/** The menu, and the features that its lines open. */
function menuFeatures(parts: FeatureParts): Pick<Features, 'consent' | 'history' | 'menu' | 'resizer'> {
  const { host, words, conversation, lazy, announce, moveFocus, root, signal } = parts;
  const { handleAgreed, handleThreadOpened: handleOpened } = parts;
  const forgetHistory = async (): Promise<void> => (await history.load()).forget();
  const consent: Features['consent'] = lazy(
    () => import('../features/consent/consent.ts'),
    ({ Consent }) => new Consent({ host, words, announce, root, handleAgreed, forgetHistory, moveFocus }),
  );
  const history: Features['history'] = lazy(
    () => import('../features/history/history.ts'),
    ({ History }) =>
      new History({ host, words, conversation, announce, root, moveFocus, handleOpened, signal }),
  );
  const resizer: Features['resizer'] = lazy(
    () => import('../features/resize/panel-resizer.ts'),
    ({ PanelResizer }) => new PanelResizer(host),
  );
  const menu: Features['menu'] = lazy(
    () => import('../features/menu/menu.ts'),
    ({ Menu }) => new Menu({ view: () => menuView(parts, { consent, resizer }), root, signal }),
  );
  return { consent, history, menu, resizer };
}

function menuView(
  { host, words, state, handleClear, handleHistory, handleLink, handleContact }: FeatureParts,
  { consent, resizer }: Pick<Features, 'consent' | 'resizer'>,
): MenuView {
  return {
    host,
    state: state(),
    words: words.current,
    isExpanded: canResize(host) ? isExpanded(host) : undefined,
    handleClear,
    handleHistory,
    handleLink,
    handleContact,
    consentItems: consent.current?.menuItems ?? [],
    // With its code here, in the same drawing as the end of the menu.
    handleResize: () => {
      if (resizer.current) resizer.current.toggle();
      else void resizer.load().then((loaded) => loaded.toggle());
    },
  };
}

/** The features in and under answers, and in the visitor's questions. */
function answerFeatures(
  parts: FeatureParts,
): Pick<Features, 'actions' | 'adornments' | 'citations' | 'editing' | 'followUps'> {
  const { host, words, conversation, lazy, state, announce, root, signal } = parts;
  const { turns, keepInView, handleLink, handleContact, handleSuggestion } = parts;
  return {
    actions: lazy(
      () => import('../features/actions/actions.ts'),
      ({ Actions }) =>
        new Actions({
          host,
          words,
          state,
          announce,
          root,
          signal,
          turns,
          keepInView,
          handleLink,
          handleContact,
          handleRated: (id, rating) => conversation.rate(id, rating),
          handleBranch: (branches) => conversation.show(branches),
        }),
    ),
    adornments: lazy(
      () => import('../features/adornments/adornments.ts'),
      ({ Adornments }) => new Adornments({ host, words, announce, root, signal }),
    ),
    citations: new Citations({ host, words, root, handleLink, signal }),
    editing: lazy(
      () => import('../features/editing/editing.ts'),
      ({ Editing }) =>
        new Editing({ host, words, root, handleEdited: (message, text) => turns.resend(message, text) }),
    ),
    followUps: lazy(
      () => import('../features/follow-ups/follow-ups.ts'),
      ({ FollowUps }) => new FollowUps({ host, words, state, handleSuggestion }),
    ),
  };
}

/** The features that add to a question, or delay it. */
function questionFeatures(
  parts: FeatureParts,
): Pick<Features, 'botCheck' | 'limits' | 'pageContext' | 'queue'> {
  const { host, words, conversation, lazy, state, announce, signal, handleContact, queued } = parts;
  return {
    botCheck: lazy(
      () => import('../features/bot-check/bot-check.ts'),
      ({ BotCheck }) => new BotCheck({ host, words, announce }),
    ),
    limits: lazy(
      () => import('../features/limits/limits.ts'),
      ({ Limits }) => new Limits({ host, words, state, handleContact, announce, signal }),
    ),
    pageContext: lazy(
      () => import('../features/page-context/page-context.ts'),
      ({ PageContext }) => new PageContext(host, signal),
    ),
    queue: lazy(
      () => import('../features/queue/queue.ts'),
      ({ Queue }) => new Queue({ host, words, conversation, announce, signal, ...queued }),
    ),
  };
}
