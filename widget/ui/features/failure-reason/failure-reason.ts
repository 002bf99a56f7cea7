import type { ChatError } from '../../../protocol/chat-error.ts';
import { isLocal, readEndpoint } from '../../../protocol/endpoint.ts';
import { type Explanation, explainFailure, explanationText } from '../../../transport/explain-failure.ts';
import { copyText } from '../../base/copy-text.ts';
import { html, nothing, type TemplateResult } from '../../base/html.ts';
import type { Chat } from '../../feature/chat.ts';

/**
 * Explains to the owner of a page why a turn failed and what to do. In English, in the console, and in the chat if the page is
 * on the owner's own machine. Visitors see other texts, without technical reasons.
 */
export class FailureReason {
  readonly #chat: Chat;
  #copied: ChatError | undefined;

  constructor(chat: Chat) {
    this.#chat = chat;
    if (chat.state.error) this.#tell(chat.state.error);
    chat.conversation.subscribe((change) => change.type === 'error' && this.#tell(change.error));
  }

  /** The reason for the error that the chat shows; nothing where visitors would see it. */
  render(): TemplateResult | typeof nothing {
    const { error } = this.#chat.state;
    const explanation = isLocal(location) && error ? this.#explain(error) : undefined;
    if (!error || !explanation) return nothing;
    const copy = (): void => void this.#copy(error, explanation);
    return html`<span class="failure-reason" lang="en" dir="ltr">
      <code>${unbroken(explanationText(explanation))}</code>
      <button class="step" type="button" @click=${copy}>${this.#copied === error ? 'Copied' : 'Copy'}</button>
    </span>`;
  }

  #tell(error: ChatError): void {
    const explanation = this.#explain(error);
    // oxlint-disable-next-line no-console -- only the site's owner can end this; visitors read that it is not their fault
    if (explanation) console.error(`<cf-ai-chat>: ${explanationText(explanation)}`);
  }

  #explain(error: ChatError): Explanation | undefined {
    const { endpoint, requestFormat, transport, turnstileSitekey } = this.#chat.host;
    // Requests of the page's own transport are not seen here.
    if (transport && error.facts?.setting === undefined) return undefined;
    return explainFailure(error, {
      endpoint: readEndpoint(endpoint, document.baseURI, requestFormat),
      // Not `location.origin`: for a file on disk it is `file://` in Chromium, but the browser sends `null`.
      origin: self.origin,
      hasBotCheck: turnstileSitekey !== '',
    });
  }

  async #copy(error: ChatError, { code, ...words }: Explanation): Promise<void> {
    const { root, redraw } = this.#chat;
    if (await copyText(code ?? explanationText(words), root)) this.#copied = error;
    redraw();
  }
}

/** Keeps words such as `--var` on one line, because browsers break lines after each hyphen. */
function unbroken(text: string): readonly unknown[] {
  return text
    .split(/(--\S*)/)
    .map((part) => (part.startsWith('--') ? html`<span class="unbroken">${part}</span>` : part));
}
