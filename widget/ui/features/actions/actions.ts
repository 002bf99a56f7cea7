import { html, nothing, svg, type TemplateResult } from '../../base/html.ts';
import { questionAtEnd } from '../../../conversation/transcript-end.ts';
import { isAnswering } from '../../../conversation/state.ts';
import { type ChatMessage, textOf } from '../../../protocol/chat-message.ts';
import { addStyles } from '../../base/css.ts';
import { icon } from '../../base/icons.ts';
import { renderTool } from '../../base/tool.ts';
import type { Chat } from '../../feature/chat.ts';
import { Ratings } from '../ratings/ratings.ts';
import { versions } from '../versions/feature.ts';
import { actionsStyles } from './actions.styles.ts';
import { AnswerCopies, loadCopying } from './answer-copies.ts';
import { AnswerSources } from './answer-sources.ts';
import { editQuestionStyles } from './edit-question.styles.ts';

const AGAIN = icon(
  svg`<path d="M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5" />`,
);
const PENCIL = icon(svg`<path d="M4 20l1-4L16.5 4.5a2.1 2.1 0 0 1 3 3L8 19z" />`);

/** The buttons for an answer (sources, copy, new answer, rating, versions) and for a question (edit). */
export class Actions {
  static readonly parts = [
    () => import('../citations/sources.ts'),
    loadCopying,
    () => import('../ratings/feedback-form.ts'),
    () => import('../versions/versions.ts'),
  ];
  readonly #chat: Chat;
  readonly #ratings: Ratings;
  readonly #sources: AnswerSources;
  readonly #copies: AnswerCopies;

  constructor(chat: Chat) {
    this.#chat = chat;
    this.#ratings = new Ratings(chat);
    this.#sources = new AnswerSources(chat);
    this.#copies = new AnswerCopies(chat);
    addStyles(chat.host.renderRoot as ShadowRoot, actionsStyles + editQuestionStyles);
  }

  /** The row of buttons under a finished answer, of fixed height; or the buttons of a question. */
  renderRow(message: ChatMessage): TemplateResult | typeof nothing {
    if (message.role === 'user') return this.#renderQuestionTools(message);
    if (message.status === 'streaming' || textOf(message) === '') return nothing;
    const isShown = this.#ratings.isRated(message) || this.#copies.isTold(message);
    return html`<div class="actions-row">
      ${this.#sources.renderToggle(message)} ${this.#renderVersions(message)}
      <div class="tools ${isShown ? 'shown' : ''}" part="actions">
        ${this.#copies.render(message)} ${this.#renderAgain(message)} ${this.#ratings.renderThumbs(message)}
      </div>
    </div>`;
  }

  /** The content that buttons of the row have opened below the row: the sources, or the form after a bad rating. */
  renderBelow(message: ChatMessage): unknown {
    return [this.#sources.renderList(message), this.#ratings.renderForm(message)];
  }

  /** An unanswered question has no buttons here: the line under it has them. */
  #renderQuestionTools(message: ChatMessage): TemplateResult {
    const { host, strings, state, asking } = this.#chat;
    const isEditable = message.status === 'complete' && state.messages.at(-1) !== message;
    const edit = (): TemplateResult =>
      renderTool({
        label: strings.current.edit,
        sign: PENCIL,
        look: 'edit-question',
        isDisabled: host.disabled || isAnswering(state),
        handle: () => asking.edit(message),
      });
    return html`${isEditable ? edit() : nothing} ${this.#renderVersions(message)}`;
  }

  #renderAgain(message: ChatMessage): TemplateResult | typeof nothing {
    const { host, strings, state, asking } = this.#chat;
    const { messages, status } = state;
    const isLast = messages.at(-1) === message && (status === 'ready' || status === 'error');
    if (!isLast || message.status !== 'complete' || !questionAtEnd(messages)) return nothing;
    const label = strings.current.regenerate;
    return renderTool({ label, sign: AGAIN, isDisabled: host.disabled, handle: () => asking.regenerate() });
  }

  #renderVersions(message: ChatMessage): unknown {
    if (!this.#chat.state.versions.has(message.id)) return nothing;
    const lazy = versions.of(this.#chat);
    lazy.request();
    return lazy.current?.render(message);
  }
}
