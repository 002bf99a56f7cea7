import { noChange } from '../base/html.ts';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import type { MarkdownPolicy } from '../../markdown/index.ts';
import { type ChatMessage, textOf } from '../../protocol/chat-message.ts';
import type { Chat } from '../feature/chat.ts';
import type { AnswerDrawer } from './answer-drawer.ts';

/** The content of answers. */
export interface AnswerView {
  readonly policy: MarkdownPolicy;
  readonly drawer: AnswerDrawer;
  readonly chat: Pick<Chat, 'draw'>;
}

/** Fills the element it stands on with an answer: in one go when it is complete, else as it arrives. */
class AnswerMarkdownDirective extends Directive {
  #id = '';
  #isStreaming = false;
  #text: string | undefined;
  #message: ChatMessage | undefined;

  override render(_message: ChatMessage, _view: AnswerView): typeof noChange {
    return noChange;
  }

  override update(part: ElementPart, [message, view]: Parameters<this['render']>): typeof noChange {
    const { id } = message;
    const isStreaming = message.status === 'streaming';
    const isContinued = this.#isStreaming && id === this.#id;
    const container = part.element as HTMLElement;
    this.#message = message;
    if (!isStreaming || !isContinued) this.#draw(container, message, view, isContinued);
    view.chat.draw('answer', container, message);
    this.#id = id;
    this.#isStreaming = isStreaming;
    this.#text = isStreaming ? undefined : textOf(message);
    return noChange;
  }

  #draw(container: HTMLElement, message: ChatMessage, view: AnswerView, isContinued: boolean): void {
    const { drawer, policy, chat } = view;
    const text = textOf(message);
    // Sources may come, or be replaced, while the answer streams.
    const decorate = (blocks: DocumentFragment): void =>
      void chat.draw('answer', blocks, this.#message ?? message);
    const drawing = { id: message.id, text, container, policy, decorate };
    if (message.status === 'streaming') drawer.start(drawing);
    else if (!isContinued) {
      if (text !== this.#text) drawer.draw(drawing);
    } else {
      // Sources that come with the end: a chip is put around the drawn `[1]`, and a selection across it stays.
      chat.draw('answer', container, message);
      drawer.end();
    }
  }
}

/** Element directive: an answer as sanitized markdown. The drawer is given the text that arrives after the first drawing. */
export const answerMarkdown = directive(AnswerMarkdownDirective);
