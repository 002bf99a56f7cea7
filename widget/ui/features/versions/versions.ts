import { nothing, type TemplateResult } from '../../base/html.ts';
import { isAnswering } from '../../../conversation/state.ts';
import { showVersion, versionsOf } from '../../../conversation/versions.ts';
import type { ChatMessage } from '../../../protocol/chat-message.ts';
import { addStyles } from '../../base/css.ts';
import { versionLabel, renderVersionSwitch } from './version-switch.ts';
import { versionsStyles } from './versions.styles.ts';
import type { Chat } from '../../feature/chat.ts';

/** What the switch needs of the panel. */
type Needs = Pick<Chat, 'host' | 'strings' | 'state' | 'conversation' | 'scroll' | 'announce'>;

/** The way between the versions of a message: of an answer that was given anew, of a question that was edited. */
export class Versions {
  readonly #chat: Needs;

  constructor(chat: Needs) {
    this.#chat = chat;
    addStyles(chat.host.renderRoot as ShadowRoot, versionsStyles);
  }

  /** The arrows under a message; nothing where it has one version only. */
  render({ id }: ChatMessage): TemplateResult | typeof nothing {
    const { strings, state } = this.#chat;
    if (!state.hidden) return nothing;
    const versions = versionsOf(state, id);
    if (versions.length < 2) return nothing;
    const index = versions.indexOf(id);
    return renderVersionSwitch({
      strings: strings.current,
      number: index + 1,
      count: versions.length,
      isDisabled: isAnswering(state),
      handleStep: (step, button) => this.#show(versions, index + step, button),
    });
  }

  #show(versions: readonly string[], index: number, button: HTMLElement): void {
    const { strings, state, conversation, scroll, announce } = this.#chat;
    const id = versions[index];
    if (id === undefined) return;
    void scroll.keepInView(button);
    conversation.show(showVersion(state, id));
    announce(versionLabel(strings.current, { number: index + 1, count: versions.length }));
  }
}
