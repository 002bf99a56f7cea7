import { noChange } from '../html.ts';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import type { MarkdownPolicy } from '../../markdown/index.ts';
import { type ChatMessage, textOf } from '../../protocol/chat-message.ts';
import type { AnswerDrawer } from './answer-drawer.ts';

/** What answers are drawn with. */
export interface AnswerView {
  readonly policy: MarkdownPolicy;
  readonly drawer: AnswerDrawer;
  /** Links the citations in an answer that has ended; does nothing until its code is here. */
  readonly linkCitations: (answer: Element, message: ChatMessage) => void;
}

/** Fills the element it stands on with an answer: in one go when it is complete, else as it arrives. */
class AnswerMarkdownDirective extends Directive {
  #id = '';
  #isStreaming = false;
  #text: string | undefined;

  override render(_message: ChatMessage, _view: AnswerView): typeof noChange {
    return noChange;
  }

  override update(part: ElementPart, [message, view]: Parameters<this['render']>): typeof noChange {
    const { id } = message;
    const isStreaming = message.status === 'streaming';
    const isContinued = this.#isStreaming && id === this.#id;
    if (isStreaming && isContinued) return noChange;
    const container = part.element as HTMLElement;
    const text = textOf(message);
    if (isStreaming) view.drawer.start(id, text, container, view.policy);
    else if (isContinued) view.drawer.end();
    else if (text !== this.#text) view.drawer.draw(id, text, container, view.policy);
    if (!isStreaming) view.linkCitations(container, message);
    this.#id = id;
    this.#isStreaming = isStreaming;
    this.#text = isStreaming ? undefined : text;
    return noChange;
  }
}

/** Element directive: an answer as sanitized markdown. The drawer is given what arrives after the first drawing. */
export const answerMarkdown = directive(AnswerMarkdownDirective);
