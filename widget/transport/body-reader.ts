import { ChatError } from '../protocol/chat-error.ts';
import type { Frame, FrameEvent } from '../protocol/dialects/frame.ts';
import { readOwnFrame } from '../protocol/dialects/own.ts';
import type { AnswerText } from './answer-text.ts';
import { type Formats, loadFormats } from './formats.ts';
import type { AsyncFraming, WaitForCode } from './framing.ts';
import { SseFraming } from './sse-framing.ts';

/** Whether a body of a type is never a text, whatever its bytes look like. */
export function isMedia(contentType: string): boolean {
  return /^(?:image|audio|video|font)\//i.test(contentType);
}

/** What a {@link BodyReader} is told about its body. */
export interface BodyFacts {
  readonly contentType: string;
  /** Our Worker is known to answer. */
  readonly isOwn: boolean;
  /** Waits for the code of other formats; not called where our Worker's own is enough. */
  readonly waitFor: WaitForCode;
}

/** Reads the text of a body, whatever its format is: our Worker's with the code at hand, and any frame of another with more. */
export class BodyReader {
  readonly #facts: BodyFacts;
  #own: SseFraming<FrameEvent | Frame> | undefined;
  #framing: AsyncFraming | undefined;
  #text: AnswerText | undefined;
  /** What came while it was too short to recognise a format. */
  #head = '';

  constructor(facts: BodyFacts) {
    this.#facts = facts;
    if (facts.isOwn && facts.contentType.includes('event-stream'))
      this.#own = new SseFraming<FrameEvent | Frame>((frame) => readOwnFrame(frame) ?? [frame]);
  }

  /** What reads the texts of the body; undefined as long as all frames are our Worker's, whose texts are read already. */
  get text(): AnswerText | undefined {
    return this.#text;
  }

  /** The events of the frames that a piece completes. @throws ChatError `bad-response` for what is no answer. */
  async push(text: string): Promise<readonly FrameEvent[]> {
    if (this.#own) return this.#readRest(this.#own.push(text));
    this.#head += text;
    this.#framing ??= await this.#chooseFraming();
    if (!this.#framing) return [];
    const head = this.#head;
    this.#head = '';
    return this.#framing.push(head);
  }

  /** The events at the end of the body. */
  async end(): Promise<readonly FrameEvent[]> {
    if (this.#own) return this.#readRest(this.#own.end());
    // Too short to recognise a format: plain text.
    if (this.#framing || this.#head === '') return this.#framing?.end() ?? [];
    return [{ type: 'text', text: this.#head }];
  }

  /** A frame of a server that answers in our Worker's place. */
  async #readRest(read: readonly (FrameEvent | Frame)[]): Promise<readonly FrameEvent[]> {
    if (read.every(isEvent)) return read;
    const { readFrames } = await this.#loadFormats();
    return readFrames(read, this.#facts.waitFor);
  }

  async #chooseFraming(): Promise<AsyncFraming | undefined> {
    const { contentType, waitFor } = this.#facts;
    if (isMedia(contentType)) throw new ChatError('bad-response', `expected an answer, got ${contentType}`);
    const { openFraming } = await this.#loadFormats();
    const framing = openFraming(this.#head, contentType, waitFor);
    if (framing === 'html') throw new ChatError('bad-response', 'expected an answer, got an HTML page');
    return framing;
  }

  async #loadFormats(): Promise<Formats> {
    const formats = await this.#facts.waitFor(loadFormats);
    this.#text ??= new formats.AnswerText();
    return formats;
  }
}

function isEvent(item: FrameEvent | Frame): item is FrameEvent {
  return 'type' in item;
}
