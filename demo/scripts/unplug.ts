import type { CfAiChatElement } from '../../widget/index.ts';
import { find, findAll } from './find.ts';
import { LONG_ANSWER } from './recorded/answers.ts';
import { tokensOf, type RecordedAnswer } from './recorded/recorded-answer.ts';
import { RecordedServer, type Failure } from './recorded/recorded-server.ts';
import { serveOnThisPage } from './recorded/serve-on-this-page.ts';

/** What a button of the section does to the answer. */
type Interruption = Exclude<Failure, 'none'> | 'cut' | 'slow';

const CUT_AT = 0.3;
const SLOW_MS = 260;

/** What the page says when an interruption begins, and when the answer has ended. */
const WORDS: Readonly<Record<Interruption, { readonly now: string; readonly end: string }>> = {
  cut: {
    now: 'The line is cut. Every word stays, and the chat keeps trying. Plug it back in when you like.',
    end: 'The answer went on where it broke: no word twice, none missing.',
  },
  slow: {
    now: 'The line is slow: a few words a second. Nothing jumps, nothing blinks.',
    end: 'Slow, and whole.',
  },
  'model-fails': {
    now: 'The model will fail in the middle of the answer.',
    end: 'The model failed. What had arrived stays, and the question can be asked again.',
  },
  'ends-early': {
    now: 'The server will hang up in the middle of the answer, without an error.',
    end: 'The answer is marked as cut off, and can be continued. Most chats show it as complete.',
  },
  'server-fails': {
    now: 'The server answers with status 500.',
    end: 'The question stays, with a way to send it again. Try it: the server is well by now.',
  },
  'too-many': {
    now: 'The server answers with status 429.',
    end: 'The chat says how long to wait, and counts down.',
  },
};

/** Starts the section in which a visitor interrupts an answer: by a cut or slow connection, or by a server that fails. */
export function start(section: HTMLElement): void {
  new Unplug(section).start();
}

class Unplug {
  readonly #chat: CfAiChatElement;
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #mend: HTMLButtonElement;
  readonly #status: HTMLElement;
  readonly #server = new RecordedServer({
    path: '/recorded/unplug',
    paceMs: 28,
    answerTo: (question) => (question === LONG_ANSWER.question ? LONG_ANSWER : this.#rest()),
  });

  constructor(section: HTMLElement) {
    this.#chat = find<CfAiChatElement>('cf-ai-chat', section);
    this.#buttons = findAll('[data-interruption]', section);
    this.#mend = find<HTMLButtonElement>('#mend', section);
    this.#status = find('#unplug-status', section);
  }

  start(): void {
    serveOnThisPage(this.#server);
    this.#chat.endpoint = this.#server.endpoint;
    for (const button of this.#buttons) button.addEventListener('click', () => void this.#interrupt(button));
    this.#mend.addEventListener('click', () => this.#handleMend());
  }

  /** The rest of an answer that was cut off, for a visitor who has it continued. */
  #rest(): RecordedAnswer {
    const parts = this.#chat.messages.findLast(({ role }) => role === 'assistant')?.parts ?? [];
    const read = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    return { question: '', answer: LONG_ANSWER.answer.slice(read.length) || LONG_ANSWER.answer };
  }

  async #interrupt(pressed: HTMLElement): Promise<void> {
    const interruption = toInterruption(pressed);
    const server = this.#server;
    const words = WORDS[interruption];
    for (const button of this.#buttons) button.ariaPressed = String(button === pressed);
    server.connection.restore();
    this.#mend.disabled = true;
    // On a phone the chat stands below the buttons.
    this.#chat.scrollIntoView({ block: 'nearest' });
    this.#chat.stop();
    this.#chat.messages = [];
    server.connection.delayMs = interruption === 'slow' ? SLOW_MS : 0;
    server.failure = interruption === 'cut' || interruption === 'slow' ? 'none' : interruption;
    server.onSent = interruption === 'cut' ? this.#cutLater() : undefined;
    this.#status.textContent = interruption === 'cut' ? 'The answer begins …' : words.now;
    await this.#chat.send(LONG_ANSWER.question);
    // Not if another button was pressed meanwhile.
    if (pressed.ariaPressed !== 'true') return;
    server.failure = 'none';
    this.#status.textContent = words.end;
  }

  /** Counts the blocks that are sent, and cuts the connection when a part of the answer has come. */
  #cutLater(): () => void {
    let left = tokensOf(LONG_ANSWER.answer).length * CUT_AT;
    return () => {
      left -= 1;
      if (left > 0) return;
      this.#server.onSent = undefined;
      this.#server.connection.cut();
      this.#status.textContent = WORDS.cut.now;
      this.#mend.disabled = false;
    };
  }

  #handleMend(): void {
    this.#server.connection.restore();
    this.#mend.disabled = true;
    this.#status.textContent = 'The line is back. The chat finds out with its next try.';
  }
}

function toInterruption({ dataset: { interruption = '' } }: HTMLElement): Interruption {
  if (!isInterruption(interruption)) throw new Error(`there is no interruption ${interruption}`);
  return interruption;
}

function isInterruption(name: string): name is Interruption {
  return Object.hasOwn(WORDS, name);
}
