import { html, nothing, svg, type TemplateResult } from '../../base/html.ts';
import { isAnswering } from '../../../conversation/state.ts';
import type { ChatMessage } from '../../../protocol/chat-message.ts';
import { addStyles } from '../../base/css.ts';
import { icon } from '../../base/icons.ts';
import { renderTool } from '../../base/tool.ts';
import type { Chat } from '../../feature/chat.ts';
import { formatNumber } from '../../strings/format-count.ts';
import { fill } from '../../strings/strings.ts';
import { versionsStyles } from './versions.styles.ts';

const EARLIER = icon(svg`<path d="m14.5 6-6 6 6 6" />`);
const LATER = icon(svg`<path d="m9.5 6 6 6-6 6" />`);

/** Switches between the versions of a message: of an answer that was regenerated, or a question that was edited. */
export class Versions {
  readonly #chat: Chat;

  constructor(chat: Chat) {
    this.#chat = chat;
    addStyles(chat.host.renderRoot as ShadowRoot, versionsStyles);
  }

  /** `‹ 2/3 ›`: the shown version of a message, with arrows to the others; nothing where it has only one. */
  render({ id }: ChatMessage): TemplateResult | typeof nothing {
    const { strings, state } = this.#chat;
    const versions = state.versions.get(id);
    if (!versions) return nothing;
    const index = versions.indexOf(id);
    const { earlierVersion, laterVersion } = strings.current;
    const label = this.#labelOf(index, versions);
    return html`<div class="versions" part="versions" role="group" aria-label=${label}>
      ${this.#renderArrow(earlierVersion, EARLIER, versions, index - 1)}
      <span aria-hidden="true">${this.#format(index + 1)}/${this.#format(versions.length)}</span>
      ${this.#renderArrow(laterVersion, LATER, versions, index + 1)}
    </div>`;
  }

  /** An arrow. It stays focusable at the first and last version, so that focus is not lost. */
  #renderArrow(
    label: string,
    sign: TemplateResult,
    versions: readonly string[],
    index: number,
  ): TemplateResult {
    const isBlocked = isAnswering(this.#chat.state) || versions[index] === undefined;
    const handle = ({ currentTarget }: Event): void =>
      isBlocked ? undefined : this.#show(versions, index, currentTarget as HTMLElement);
    return renderTool({ label, sign, isBlocked, handle });
  }

  #show(versions: readonly string[], index: number, button: HTMLElement): void {
    const { conversation, scroll, announce } = this.#chat;
    const id = versions[index];
    if (id === undefined) return;
    void scroll.keepInView(button);
    conversation.show(id);
    announce(this.#labelOf(index, versions));
  }

  /** Such as "Version 2 of 3". */
  #labelOf(index: number, { length }: readonly string[]): string {
    const values = { number: this.#format(index + 1), count: this.#format(length) };
    return fill(this.#chat.strings.current.version, values);
  }

  #format(value: number): string {
    return formatNumber(value, this.#chat.strings.current.locale);
  }
}
