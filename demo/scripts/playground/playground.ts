import type { CfAiChatElement } from '../../../widget/index.ts';
import { find, findAll } from '../find.ts';
import { serveOnThisPage } from '../recorded/serve-on-this-page.ts';
import { streamResponse } from '../recorded/stream-response.ts';
import { FORMATS, pastedFormat, type Format } from './formats.ts';

const PATH = '/recorded/formats';
/** Without a pause for a visitor who prefers less motion. */
const PACE_MS = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 45;
const QUESTION = 'Say it in another format.';

/** Starts the section that plays every format: the bytes on one side, what the chat makes of them on the other. */
export function start(section: HTMLElement): void {
  new Playground(section).start();
}

class Playground {
  readonly #chat: CfAiChatElement;
  readonly #raw: HTMLElement;
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #form: HTMLFormElement;
  #format: Format | undefined = FORMATS[0];

  constructor(section: HTMLElement) {
    this.#chat = find<CfAiChatElement>('cf-ai-chat', section);
    this.#raw = find('#raw', section);
    this.#buttons = findAll('[data-format]', section);
    this.#form = find<HTMLFormElement>('form', section);
  }

  start(): void {
    serveOnThisPage({
      serves: ({ pathname }) => pathname === PATH,
      fetch: async (_url, init) => this.#answer(init),
    });
    this.#chat.endpoint = PATH;
    for (const button of this.#buttons) button.addEventListener('click', () => void this.#choose(button));
    this.#form.addEventListener('submit', (event) => this.#handlePaste(event));
  }

  #choose(button: HTMLButtonElement): Promise<void> {
    for (const other of this.#buttons) other.ariaPressed = String(other === button);
    return this.#play(FORMATS.find(({ id }) => id === button.dataset['format']));
  }

  #handlePaste(event: SubmitEvent): void {
    event.preventDefault();
    // The chat stands above this form, on a phone mostly out of view.
    this.#chat.scrollIntoView({ block: 'nearest' });
    for (const button of this.#buttons) button.ariaPressed = 'false';
    void this.#play(pastedFormat(find<HTMLTextAreaElement>('textarea', this.#form).value));
  }

  async #play(format: Format | undefined): Promise<void> {
    this.#format = format;
    this.#chat.stop();
    this.#chat.messages = [];
    await this.#chat.send(QUESTION);
  }

  #answer(init: RequestInit | undefined): Response {
    const format = this.#format ?? pastedFormat('');
    const signal = init?.signal ?? new AbortController().signal;
    this.#raw.textContent = '';
    return streamResponse(this.#send(format, signal), format.contentType, signal);
  }

  async *#send({ chunks }: Format, signal: AbortSignal): AsyncGenerator<string, void, undefined> {
    for (const chunk of chunks) {
      // oxlint-disable-next-line no-await-in-loop -- one chunk after the other
      await new Promise((resolve) => setTimeout(resolve, PACE_MS));
      if (signal.aborted) return;
      this.#raw.append(chunk);
      // Scrolls to the newest bytes.
      const box = this.#raw.parentElement;
      if (box) box.scrollTop = box.scrollHeight;
      yield chunk;
    }
  }
}
