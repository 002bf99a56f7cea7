import { answerOf, type Choice, type Field, fieldOf } from '../../../interrupts/field.ts';
import { type Decision, Interrupts, keyOf } from '../../../interrupts/interrupts.ts';
import { interruptsOf } from '../../../interrupts/round.ts';
import { shownFields, shownText } from '../../../interrupts/shown-text.ts';
import type { ChatMessage, InterruptPart } from '../../../protocol/chat-message.ts';
import { MAX_MESSAGE_CHARACTERS, MAX_TOOL_CHARACTERS } from '../../../protocol/limits.ts';
import { isSocketUrl } from '../../../protocol/transport.ts';
import { addStyles } from '../../base/css.ts';
import { html, nothing, type TemplateResult } from '../../base/html.ts';
import { alertIcon, checkIcon } from '../../base/icons.ts';
import { DOUBLE_PRESS_MS } from '../../base/press.ts';
import { CfAiChatApprovalEvent } from '../../element/approval-event.ts';
import type { Chat } from '../../feature/chat.ts';
import type { Strings } from '../../strings/strings.ts';
import { interruptsStyles } from './interrupts.styles.ts';
import { interruptLines, MAX_TITLE_CHARACTERS, outcomeOf } from './outcome.ts';

/** Shows the interrupts of an answer under it, with the controls to answer them. */
export class InterruptsView extends Interrupts {
  readonly #chat: Chat;
  /** When each interrupt was first drawn with controls, by message and id. */
  readonly #drawnAt = new Map<string, number>();

  constructor(chat: Chat) {
    const { conversation, host, signal } = chat;
    super({
      conversation,
      tools: () => readTools(host.tools),
      format: () => (isSocketUrl(host.endpoint) ? 'agents' : host.requestFormat),
    });
    this.#chat = chat;
    addStyles(host.renderRoot as ShadowRoot, interruptsStyles);
    const end = conversation.subscribe(() => this.follow());
    signal.addEventListener('abort', end);
    this.follow();
    // An interrupt may have been answered while this code was loading: then the answer continues now.
    void conversation.resume();
  }

  /** The interrupts of an answer, in the order in which they came. */
  render(message: ChatMessage): TemplateResult | typeof nothing {
    const parts = interruptsOf(message).filter((part) => part.kind !== 'tool' || this.#isOurs(part));
    if (parts.length === 0) return nothing;
    return html`<div class="interrupts" part="interrupts">
      ${parts.map((part) => (this.isOpen(message, part) ? this.#renderOpen(message, part) : this.#renderClosed(part)))}
    </div>`;
  }

  /** The interrupts of an answer with their outcomes, as lines of text. */
  linesOf(message: ChatMessage): readonly string[] {
    return interruptLines(message, this.#strings);
  }

  get #strings(): Strings {
    return this.#chat.strings.current;
  }

  /** Whether the tool exists on this page, or has run already. */
  #isOurs(part: InterruptPart): boolean {
    return part.state !== 'waiting' || this.toolOf(part) !== undefined;
  }

  #titleOf(part: InterruptPart): string {
    const { confirm, title, name } = this.toolOf(part) ?? {};
    return shownText(confirm ?? title ?? name ?? part.title, MAX_TITLE_CHARACTERS);
  }

  #renderOpen(message: ChatMessage, part: InterruptPart): TemplateResult {
    const { allowQuestion } = this.#strings;
    const title = this.#titleOf(part);
    const isQuestion = part.kind === 'question';
    this.#noteDrawn(message, part, isQuestion ? title : `${title}. ${allowQuestion}`);
    return html`<div class="interrupt" role="group" aria-label=${title}>
      <p class="interrupt-title" dir="auto">${title}</p>
      ${renderCall(part)} ${isQuestion ? nothing : html`<p>${allowQuestion}</p>`}
      ${isQuestion ? this.#renderField(message, part) : this.#renderDecision(message, part)}
    </div>`;
  }

  #renderClosed(part: InterruptPart): TemplateResult {
    const isWell = part.state === 'allowed' || part.state === 'answered';
    return html`<p class="interrupt-line">
      ${isWell ? checkIcon : alertIcon}<span dir="auto">${this.#titleOf(part)}</span>
      <span class="outcome" dir="auto">${outcomeOf(part, this.#strings)}</span>
    </p>`;
  }

  #renderDecision(message: ChatMessage, part: InterruptPart): TemplateResult {
    const { allow, notNow } = this.#strings;
    return html`<div class="interrupt-choice">
      ${this.#renderButton(allow, (event) => this.#decide(event, message, part, { state: 'allowed' }), 'primary')}
      ${this.#renderButton(notNow, (event) => this.#decide(event, message, part, { state: 'refused' }))}
    </div>`;
  }

  #renderField(message: ChatMessage, part: InterruptPart): unknown {
    const field = fieldOf(part.schema);
    if (!field) return nothing;
    const { notNow, yes, no } = this.#strings;
    const words = (choice: Choice): string =>
      typeof choice === 'boolean' ? (choice ? yes : no) : shownText(String(choice), MAX_TITLE_CHARACTERS);
    const give = (event: Event, given: Choice): void => {
      const answer = answerOf(field, given);
      if (answer !== undefined) this.#decide(event, message, part, { state: 'answered', answer });
    };
    const skip = this.#renderButton(notNow, (event) =>
      this.#decide(event, message, part, { state: 'refused' }),
    );
    if (field.type !== 'choice') return this.#renderForm(field, { title: this.#titleOf(part), give, skip });
    return html`<div class="interrupt-choice">
      ${field.choices.map((choice) => this.#renderButton(words(choice), (event) => give(event, choice)))}
      ${skip}
    </div>`;
  }

  #renderForm(
    { type }: Field,
    {
      title,
      give,
      skip,
    }: {
      readonly title: string;
      readonly give: (event: Event, given: string) => void;
      readonly skip: unknown;
    },
  ): TemplateResult {
    const handleSubmit = (event: SubmitEvent): void => {
      event.preventDefault();
      give(event, (event.currentTarget as HTMLFormElement).querySelector('input')?.value ?? '');
    };
    return html`<form class="interrupt-choice" @submit=${handleSubmit}>
      <input
        type=${type}
        step="any"
        dir="auto"
        aria-label=${title}
        maxlength=${MAX_MESSAGE_CHARACTERS}
        ?disabled=${this.#chat.host.disabled}
      />
      <button class="action primary" type="submit" ?disabled=${this.#chat.host.disabled}>
        ${this.#strings.send}
      </button>
      ${skip}
    </form>`;
  }

  #renderButton(label: string, handle: (event: Event) => void, look = 'plain'): TemplateResult {
    const { disabled } = this.#chat.host;
    return html`<button
      class="action ${look}"
      type="button"
      dir="auto"
      ?disabled=${disabled}
      @click=${handle}
    >
      ${label}
    </button>`;
  }

  #decide(event: Event, message: ChatMessage, part: InterruptPart, decision: Decision): void {
    const { host, moveFocus, redraw } = this.#chat;
    // Ignore a click right after the controls appeared: it was meant for something else. A submitted form was typed into, so
    // it counts.
    if (
      event.type === 'click' &&
      event.timeStamp - (this.#drawnAt.get(keyOf(message, part)) ?? 0) < DOUBLE_PRESS_MS
    )
      return;
    const isAllowed = decision.state === 'allowed';
    const approval = new CfAiChatApprovalEvent(part.name ?? '', part.input, isAllowed);
    if (part.kind !== 'question' && !host.dispatchEvent(approval)) return;
    moveFocus();
    if (!this.decide(message, part, decision)) redraw();
  }

  /** Announces an interrupt once, after the announcement of the answer. */
  #noteDrawn(message: ChatMessage, part: InterruptPart, words: string): void {
    const { host, announce } = this.#chat;
    const key = keyOf(message, part);
    if (this.#drawnAt.has(key)) return;
    this.#drawnAt.set(key, performance.now());
    void host.updateComplete.then(() => requestAnimationFrame(() => announce(words)));
  }
}

/** The tool's own name, which a title could disguise, and its input. */
function renderCall({ kind, name, input }: InterruptPart): unknown {
  if (kind === 'question') return nothing;
  const fields = shownFields(input, MAX_TOOL_CHARACTERS);
  return html`<p><code dir="ltr">${shownText(name ?? '', MAX_TITLE_CHARACTERS)}</code></p>
    <dl>
      ${fields.map(
        ({ words, value }) =>
          html`${words ? html`<dt dir="auto">${words}</dt>` : nothing}
            <dd dir="auto">${value}</dd>`,
      )}
    </dl>`;
}

/** The page's tools. Anything that is no object is dropped, because pages may set any value. */
function readTools(tools: unknown): Chat['host']['tools'] & object {
  return Array.isArray(tools) ? tools.filter((tool) => typeof tool === 'object' && tool !== null) : [];
}
