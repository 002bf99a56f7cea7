import { html, nothing, svg, type TemplateResult } from '../../base/html.ts';
import type { ChatMessage } from '../../../protocol/chat-message.ts';
import { checkIcon, icon } from '../../base/icons.ts';
import { renderTool } from '../../base/tool.ts';
import type { Chat } from '../../feature/chat.ts';
import { renderer } from '../renderer/feature.ts';
import type * as Copying from './copy-answer.ts';

/** How long a button shows the result of copying. */
const COPIED_MS = 6_000;

const COPY = icon(svg`<path d="M9 9h11v11H9zM15 9V4H4v11h5" />`);

/** The buttons that copy answers. */
export class AnswerCopies {
  readonly #chat: Chat;
  /** The answer copied last, while its button shows the result. */
  #last: { readonly id: string; readonly format: Copying.CopyFormat; readonly isCopied: boolean } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(chat: Chat) {
    this.#chat = chat;
    chat.signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Whether the buttons of an answer show a result. */
  isTold({ id }: ChatMessage): boolean {
    return this.#last?.id === id;
  }

  /**
   * The Copy button: copies formatted text, and plain text for other programs. Right after, a second button offers the
   * markdown source.
   */
  render(message: ChatMessage): unknown {
    const { copied, copyFailed, copyAnswer, copyMarkdown } = this.#chat.strings.current;
    const last = this.isTold(message) ? this.#last : undefined;
    const isDone = last?.isCopied === true;
    const button = renderTool({
      label: last ? (isDone ? copied : copyFailed) : copyAnswer,
      sign: isDone ? checkIcon : COPY,
      look: last && !isDone ? 'failed' : '',
      handle: () => void this.#copy(message, 'rich'),
      handleIntent: () => void loadCopying().catch(() => undefined),
    });
    const instead = (): TemplateResult =>
      html`<button class="instead" type="button" @click=${() => void this.#copy(message, 'markdown')}>
        ${copyMarkdown}
      </button>`;
    return [button, isDone && last.format === 'rich' ? instead() : nothing];
  }

  async #copy(message: ChatMessage, format: Copying.CopyFormat): Promise<void> {
    const { strings, announce, redraw, root } = this.#chat;
    const isCopied = await Promise.all([loadCopying(), renderer.of(this.#chat).load()]).then(
      ([{ copyAnswer }, drawing]) => copyAnswer(message, format, root, drawing),
      () => false,
    );
    const { copied, copyFailed } = strings.current;
    announce(isCopied ? copied : copyFailed);
    this.#last = { id: message.id, format, isCopied };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#last = undefined;
      redraw();
    }, COPIED_MS);
    redraw();
  }
}

/** Loads the code that copies an answer. */
export function loadCopying(): Promise<typeof Copying> {
  return import('./copy-answer.ts');
}
