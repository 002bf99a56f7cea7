import { noChange } from '../../../base/html.ts';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import type { MarkdownPolicy, MarkdownStream } from '../../../../markdown/index.ts';
import type { ChatMessage } from '../../../../protocol/chat-message.ts';
import type { Chat } from '../../../feature/chat.ts';
import type { Renderer } from '../../../features/renderer/renderer.ts';

/** One text of an answer. */
export interface AnswerText {
  readonly text: string;
  readonly message: ChatMessage;
  /** More of it is on its way. */
  readonly isGrowing: boolean;
}

/** How texts are drawn. */
export interface AnswerTextOptions {
  readonly chat: Pick<Chat, 'draw' | 'handleLink' | 'signal' | 'strings'>;
  readonly policy: MarkdownPolicy;
  /** Undefined until its code is here: texts wait for it. */
  readonly renderer: Renderer | undefined;
  /** Its code did not come: until it does, texts stand as they were written. */
  readonly isRendererMissing?: boolean;
}

/** The same with a renderer. */
type Drawing = AnswerTextOptions & { readonly renderer: Renderer };

/** Fills the element it stands on with a text: in one go when it is complete, else as it arrives. */
class AnswerTextDirective extends Directive {
  #text: string | undefined;
  /** The message in the element, which Lit may give to another one. */
  #message: ChatMessage | undefined;
  #stream: MarkdownStream | undefined;

  override render(_answer: AnswerText, _options: AnswerTextOptions): typeof noChange {
    return noChange;
  }

  override update(part: ElementPart, [answer, options]: Parameters<this['render']>): typeof noChange {
    const { text, message, isGrowing } = answer;
    const container = part.element as HTMLElement;
    if (!hasRenderer(options)) {
      if (options.isRendererMissing) writePlain(container, text);
      return noChange;
    }
    const isContinued = message.id === this.#message?.id && text.startsWith(this.#text ?? text);
    this.#message = message;
    if (!isContinued) this.#stop();
    if (isGrowing) this.#grow(container, text, options);
    else if (this.#stream) this.#end(container, text, options);
    else if (text !== this.#text || !isContinued) this.#draw(container, text, options);
    options.chat.draw('answer', container, message);
    this.#text = text;
    return noChange;
  }

  #draw(container: HTMLElement, text: string, { policy, chat, renderer }: Drawing): void {
    const decorate = (blocks: DocumentFragment): void => this.#decorate(blocks, chat);
    container.style.whiteSpace = '';
    container.replaceChildren(renderer.render(text, policy, decorate));
  }

  #grow(container: HTMLElement, text: string, { policy, chat, renderer }: Drawing): void {
    if (!this.#stream) {
      container.style.whiteSpace = '';
      container.replaceChildren();
      const decorate = (blocks: DocumentFragment): void => this.#decorate(blocks, chat);
      const stream = renderer.stream(container, policy, { decorate });
      chat.signal.addEventListener('abort', () => stream.dispose());
      this.#stream = stream;
      stream.push(text);
    } else this.#push(text);
  }

  #end(container: HTMLElement, text: string, { chat }: AnswerTextOptions): void {
    // Sources that come with the end: a chip is put around the drawn `[1]`, and a selection across it stays.
    if (this.#message) chat.draw('answer', container, this.#message);
    this.#push(text);
    this.#stream?.end();
    this.#stream = undefined;
  }

  #push(text: string): void {
    const added = text.slice(this.#text?.length);
    if (added) this.#stream?.push(added);
  }

  /** Draws no more of a text: another one has taken its element. */
  #stop(): void {
    this.#stream?.dispose();
    this.#stream = undefined;
  }

  /** By the message as it is now: sources may come, or be replaced, while its text streams. */
  #decorate(blocks: DocumentFragment, chat: AnswerTextOptions['chat']): void {
    if (this.#message) chat.draw('answer', blocks, this.#message);
  }
}

/** As it was written. */
function writePlain(container: HTMLElement, text: string): void {
  container.textContent = text;
  container.style.whiteSpace = 'pre-wrap';
}

function hasRenderer(options: AnswerTextOptions): options is Drawing {
  return options.renderer !== undefined;
}

/** Element directive: a text of an answer as sanitized markdown. */
export const answerText = directive(AnswerTextDirective);
