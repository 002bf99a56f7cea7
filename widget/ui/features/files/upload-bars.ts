import type { followUploads } from '../../../attachments/backends.ts';
import type { FilePart } from '../../../protocol/chat-message.ts';
import { addStyles, css } from '../../base/css.ts';
import { html, nothing, type TemplateResult } from '../../base/html.ts';
import type { Chat } from '../../feature/chat.ts';

const styles = css`
  /* Over the file: nothing moves when it is gone. */
  .asked-files progress {
    position: absolute;
    inset-inline: 8px;
    inset-block-end: 5px;
    width: calc(100% - 16px);
    height: 6px;
    accent-color: var(--_cf-ai-chat-accent-text);
    pointer-events: none;
  }
  .upload-failed {
    display: block;
    color: var(--_cf-ai-chat-danger);
    font-size: 12px;
    text-align: end;
  }
  @media print {
    .asked-files progress {
      display: none;
    }
  }
`;

/** How far the files of questions are that go in requests of their own, before their question. */
export class UploadBars {
  readonly #chat: Chat;
  readonly #states: ReturnType<typeof followUploads>;

  private constructor(chat: Chat, states: ReturnType<typeof followUploads>) {
    this.#chat = chat;
    this.#states = states;
    addStyles(chat.host.renderRoot as ShadowRoot, styles);
  }

  static async load(chat: Chat): Promise<UploadBars> {
    const { followUploads: follow } = await import('../../../attachments/backends.ts');
    return new UploadBars(
      chat,
      follow(() => chat.redraw(), chat.signal),
    );
  }

  /** How far a file is, or that it has failed: the next steps stand under the question. */
  render({ id = '', name = '' }: FilePart): TemplateResult | typeof nothing {
    const state = this.#states.get(id);
    if (state === undefined) return nothing;
    if (state === 'failed' || state === 'too-large') {
      const { toolFailed, fileTooLarge } = this.#chat.strings.current;
      return html`<span class="upload-failed">${state === 'failed' ? toolFailed : fileTooLarge}</span>`;
    }
    return html`<progress aria-label=${name} value=${state === 'begun' ? nothing : state}></progress>`;
  }
}
