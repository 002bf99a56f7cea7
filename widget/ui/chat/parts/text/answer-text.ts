import { noChange } from '../../../base/html.ts';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import type { MarkdownPolicy, MarkdownStream } from '../../../../markdown/index.ts';
import type { ChatMessage } from '../../../../protocol/chat-message.ts';
import type { Chat } from '../../../feature/chat.ts';
import type { Renderer } from '../../../features/renderer/renderer.ts';

/** One text part of an answer. */
export interface AnswerTextPart {
  readonly text: string;
  readonly message: ChatMessage;
  /** Whether more of the text will arrive. */
  readonly isGrowing: boolean;
}

/** Options for drawing text parts. */
export interface AnswerTextOptions {
  readonly chat: Pick<Chat, 'draw' | 'handleLink' | 'signal' | 'strings'>;
  readonly policy: MarkdownPolicy;
  /** Undefined until the renderer's code has loaded; texts wait for it. */
  readonly renderer: Renderer | undefined;
  /** Whether the renderer's code failed to load. Until it loads, texts are shown as markdown source. */
  readonly isRendererMissing?: boolean;
}

/** Options with a loaded renderer. */
type DrawingOptions = AnswerTextOptions & { readonly renderer: Renderer };

/** Draws a text into its element: at once when it is complete, otherwise as it arrives. */
class AnswerTextDirective extends Directive {
  #text: string | undefined;
  /** The message whose text is in the element. Lit may reuse the element for another message. */
  #message: ChatMessage | undefined;
  #stream: MarkdownStream | undefined;

  override render(_answer: AnswerTextPart, _options: AnswerTextOptions): typeof noChange {
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

  #draw(container: HTMLElement, text: string, { policy, chat, renderer }: DrawingOptions): void {
    const decorate = (blocks: DocumentFragment): void => this.#decorate(blocks, chat);
    container.style.whiteSpace = '';
    container.replaceChildren(renderer.render(text, policy, decorate));
  }

  #grow(container: HTMLElement, text: string, { policy, chat, renderer }: DrawingOptions): void {
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
    // Sources that come with the end of the text: chips are put around the drawn `[1]`, and the selection is kept.
    if (this.#message) chat.draw('answer', container, this.#message);
    this.#push(text);
    this.#stream?.end();
    this.#stream = undefined;
  }

  #push(text: string): void {
    const added = text.slice(this.#text?.length);
    if (added) this.#stream?.push(added);
  }

  /** Stops drawing a text, because another text uses its element. */
  #stop(): void {
    this.#stream?.dispose();
    this.#stream = undefined;
  }

  /** Decorates with the current message: sources may arrive or be replaced while the text streams. */
  #decorate(blocks: DocumentFragment, chat: AnswerTextOptions['chat']): void {
    if (this.#message) chat.draw('answer', blocks, this.#message);
  }
}

/** Shows the markdown source. */
function writePlain(container: HTMLElement, text: string): void {
  container.textContent = text;
  container.style.whiteSpace = 'pre-wrap';
}

function hasRenderer(options: AnswerTextOptions): options is DrawingOptions {
  return options.renderer !== undefined;
}

/** Element directive: draws a text of an answer as sanitized markdown. */
export const answerText = directive(AnswerTextDirective);
