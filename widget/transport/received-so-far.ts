import { type ChatEvent, type ContinuableEvent, isEnd, type StartEvent } from '../protocol/chat-event.ts';
import type { ResumePoint } from '../protocol/resume-point.ts';
import type { Address, ChatRequest } from '../protocol/transport.ts';
import type { Clock } from './clock.ts';

const NO_CHARACTERS = { text: 0, reasoning: 0 };

/**
 * The point from which an answer can be continued: after the last event that arrived.
 *
 * @example
 * const received = new ReceivedSoFar({ url: 'https://a.example/api/chat', headers: {}, credentials: 'omit' }, SYSTEM_CLOCK);
 * received.take({ type: 'start', links: { resume: '/api/chat/q_1' }, position: 1 });
 * received.point?.url; // 'https://a.example/api/chat/q_1'
 * received.point?.after; // 1
 */
export class ReceivedSoFar {
  readonly #address: Address;
  readonly #clock: Clock;
  #point: ResumePoint | undefined;
  /** Characters that the backend will send again, still to be skipped. */
  #repeated = NO_CHARACTERS;

  /** `point`: where the page before a reload stopped reading. */
  constructor(address: Address & Pick<ChatRequest, 'replayUrl'>, clock: Clock, point?: ResumePoint) {
    const { replayUrl: url } = address;
    this.#address = address;
    this.#clock = clock;
    this.#point =
      point ?? (url === undefined ? undefined : { url, repeated: NO_CHARACTERS, at: clock.now() });
  }

  /** Undefined until the backend has said how its answer can be continued. */
  get point(): ResumePoint | undefined {
    return this.#point;
  }

  /** Call before the rest of an answer is read: sets how many repeated characters to skip. */
  expectRest(): void {
    this.#repeated = this.#point?.repeated ?? NO_CHARACTERS;
  }

  /** Adds the new point to an event that arrived. Undefined for an event whose text had arrived before. */
  take(event: ChatEvent): ChatEvent | undefined {
    if (event.type === 'start') this.#point = this.#pointOf(event) ?? this.#withTurnId(event.queryId);
    if (!this.#point || isEnd(event) || event.type === 'reconnecting') return event;
    this.#point = { ...this.#point, at: this.#clock.now() };
    if (this.#point.repeated) return this.#takeRepeated(event, this.#point.repeated);
    this.#point = { ...this.#point, after: event.position ?? 0 };
    return { ...event, resumePoint: this.#point };
  }

  /** The point in a `start` event. A link to another origin than the endpoint's is ignored. */
  #pointOf({ links, queryId }: StartEvent): ResumePoint | undefined {
    const url = this.#resolve(links?.resume);
    if (url === undefined) return undefined;
    const stopUrl = this.#resolve(links?.stop);
    return {
      url,
      ...(stopUrl === undefined ? {} : { stopUrl }),
      ...(queryId === undefined ? {} : { queryId }),
      at: this.#clock.now(),
    };
  }

  /** The point of a backend that sends its answer from the start again, with the new turn id. */
  #withTurnId(queryId: string | undefined): ResumePoint | undefined {
    return this.#point && queryId !== undefined ? { ...this.#point, queryId } : this.#point;
  }

  #resolve(link: string | undefined): string | undefined {
    const base = this.#address.url;
    if (!link || !URL.canParse(link, base)) return undefined;
    const { href, origin } = new URL(link, base);
    return origin === new URL(base).origin ? href : undefined;
  }

  /** Skips the text that has arrived already, for a backend that repeats its answer from the start. */
  #takeRepeated(event: ContinuableEvent, counts: typeof NO_CHARACTERS): ContinuableEvent | undefined {
    // The text before this event is being repeated; it was taken back when it came first.
    if (event.type === 'take-back' && this.#repeated.text > 0) return undefined;
    if (event.type !== 'token' && event.type !== 'reasoning') return { ...event, resumePoint: this.#point };
    const kind = event.type === 'token' ? 'text' : 'reasoning';
    const text = event.type === 'token' ? event.token : event.text;
    const news = text.slice(this.#repeated[kind]);
    this.#repeated = { ...this.#repeated, [kind]: Math.max(0, this.#repeated[kind] - text.length) };
    if (news === '' || !this.#point) return undefined;
    const repeated = { ...counts, [kind]: counts[kind] + news.length };
    this.#point = { ...this.#point, repeated };
    const resumePoint = this.#point;
    return event.type === 'token'
      ? { ...event, token: news, resumePoint }
      : { ...event, text: news, resumePoint };
  }
}
