import type { Conversation } from '../../../conversation/conversation.ts';
import type { Announcer } from '../../base/announcer.ts';
import type { LazyFeature } from '../../base/lazy-feature.ts';
import type { ChatHost } from '../../element/chat-panel.ts';
import type { ElementWords } from '../../words/element-words.ts';
import type { Consent } from './consent.ts';

/** The parts of the panel that the controls need. */
export interface ConsentControlsOptions {
  readonly host: ChatHost;
  readonly words: ElementWords;
  readonly conversation: Conversation;
  readonly consent: LazyFeature<Consent>;
  readonly announcer: Announcer;
}

/** Has the visitor asked for consent, whose code may come late or at another try. */
export class ConsentControls {
  readonly #options: ConsentControlsOptions;

  constructor(options: ConsentControlsOptions) {
    this.#options = options;
  }

  /** Whether something may be sent. Where the visitor is to agree first, asks, and `text` waits in the composer. */
  ensure(text?: string): boolean {
    const { host, words, conversation, consent, announcer } = this.#options;
    if (host.storage.isAllowed || text?.trim() === '') return true;
    if (text !== undefined) conversation.type(text);
    consent.load().then(
      (loaded) => loaded.ask(),
      () => announcer.announce(words.current.loadFailed),
    );
    return false;
  }
}
