import { nothing, type TemplateResult } from '../../base/html.ts';
import type { Branches } from '../../../conversation/branches.ts';
import { isAnswering, type ConversationState } from '../../../conversation/state.ts';
import { showVersion, versionsOf } from '../../../conversation/versions.ts';
import type { ChatMessage } from '../../../protocol/chat-message.ts';
import type { ChatHost } from '../../element/chat-panel.ts';
import { addStyles } from '../../base/css.ts';
import type { ElementWords } from '../../words/element-words.ts';
import { versionLabel, versionSwitch } from './version-switch.ts';
import { versionsStyles } from './versions.styles.ts';

/** The parts of the panel that versions need. */
export interface VersionsOptions {
  readonly host: ChatHost;
  readonly words: ElementWords;
  /** The state of the conversation at this moment. */
  readonly state: () => ConversationState;
  /** Shows another branch of the conversation. */
  readonly handleBranch: (branches: Branches) => void;
  /** Keeps an element at its place on the screen while the content above it changes. */
  readonly keepInView: (element: HTMLElement) => void;
  /** Says something to screen readers. */
  readonly announce: (text: string) => void;
}

/** The way between the versions of a message: of an answer that was given anew, of a question that was edited. */
export class Versions {
  readonly #options: VersionsOptions;

  constructor(options: VersionsOptions) {
    this.#options = options;
    addStyles(options.host.renderRoot as ShadowRoot, versionsStyles);
  }

  /** The arrows under a message; nothing where it has one version only. */
  draw({ id }: ChatMessage): TemplateResult | typeof nothing {
    const { words, state } = this.#options;
    const current = state();
    if (!current.hidden) return nothing;
    const versions = versionsOf(current, id);
    if (versions.length < 2) return nothing;
    const index = versions.indexOf(id);
    return versionSwitch({
      words: words.current,
      number: index + 1,
      count: versions.length,
      isDisabled: isAnswering(current),
      handleStep: (step, button) => this.#show(versions, index + step, button),
    });
  }

  #show(versions: readonly string[], index: number, button: HTMLElement): void {
    const { words, state, handleBranch, keepInView, announce } = this.#options;
    const id = versions[index];
    if (id === undefined) return;
    keepInView(button);
    handleBranch(showVersion(state(), id));
    announce(versionLabel(words.current, { number: index + 1, count: versions.length }));
  }
}
