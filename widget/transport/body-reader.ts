import { ChatError } from '../protocol/chat-error.ts';
import type { Frame, FrameEvent } from '../protocol/dialects/frame.ts';
import { readOwnFrame } from '../protocol/dialects/own.ts';
import type { AnswerText } from './answer-text.ts';
import { type Formats, loadFormats } from './formats.ts';
import type { AsyncFraming, WaitForCode } from './framing.ts';
import { SseFraming } from './sse-framing.ts';

/** Whether a content type is never text of an answer, such as `image/png`. */
export function isMedia(contentType: string): boolean {
  return /^(?:image|audio|video|font)\//i.test(contentType);
}

/** Facts about a response's body, for a {@link BodyReader}. */
export interface BodyFacts {
  readonly contentType: string;
  /** Whether our Worker is known to answer at this address. */
  readonly isOwn: boolean;
  /** Waits for the code of other formats. Not called while all frames have our Worker's format. */
  readonly waitFor: WaitForCode;
}

/**
 * Reads a body in any format. Our Worker's format needs no further code; the first frame in another format loads it.
 */
export class BodyReader {
  readonly #facts: BodyFacts;
  #own: SseFraming<FrameEvent | Frame> | undefined;
  #framing: AsyncFraming | undefined;
  #text: AnswerText | undefined;
  /** Text that arrived while it was too short to recognise the format. */
  #head = '';

  constructor(facts: BodyFacts) {
    this.#facts = facts;
    if (facts.isOwn && facts.contentType.includes('event-stream'))
      this.#own = new SseFraming<FrameEvent | Frame>((frame) => readOwnFrame(frame) ?? [frame]);
  }

  /** The text reader of the other formats; undefined while all frames are our Worker's, which needs none. */
  get text(): AnswerText | undefined {
    return this.#text;
  }

  /**
   * The events of the frames that a piece of text completes. @throws ChatError `bad-response` for a body that is no
   * answer.
   */
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
    // Too short to recognise a format, so it is plain text.
    if (this.#framing || this.#head === '') return this.#framing?.end() ?? [];
    return [{ type: 'text', text: this.#head }];
  }

  /** Frames that are not our Worker's, though it was expected to answer: another server stands at its address. */
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
