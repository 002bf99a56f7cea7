import { type Ask, type ApprovalAsk, type QuestionAsk, readAsks } from '../protocol/dialects/asks.ts';
import type { FinishReason, InterruptEvent } from '../protocol/chat-event.ts';
import type { InterruptPart, ToolState } from '../protocol/chat-message.ts';
import type { Frame, FrameEvent, ToolFrame } from '../protocol/dialects/frame.ts';
import { dropUndefined, type JsonObject, parseJson } from '../protocol/json.ts';
import { MAX_INTERRUPTS, MAX_TOOL_CHARACTERS } from '../protocol/limits.ts';

/** A tool with a longer name is nobody's: the visitor would not see all of it. */
const MAX_NAME_CHARACTERS = 100;

/** What is known about a call of a tool. */
interface Call {
  readonly id: string;
  name: string;
  title?: string | undefined;
  /** As JSON that is still growing. */
  text: string;
  /** As a value, once it is whole. */
  input?: unknown;
  state: ToolState;
  /** Whoever reads the stream has to run it. */
  isForReader: boolean;
  /** The backend has said two things about it: nobody can know which one would be allowed. */
  isChanged: boolean;
  returned?: JsonObject;
}

/**
 * Collects what the frames of an answer ask of the visitor or the page, and tells it once the answer has ended: a call is known
 * whole only then. Of an answer that fails, or breaks off, nothing is asked.
 *
 * @example
 * const reader = new InterruptReader();
 * new SseFraming((frame) => reader.read(frame, readFrame(frame)));
 * reader.end(); // [{ type: 'interrupt', part: { kind: 'approval', … } }]
 */
export class InterruptReader {
  readonly #calls = new Map<string, Call>();
  /** The ids of OpenAI's calls by their index. */
  readonly #indexes = new Map<number, string>();
  #asks: (ApprovalAsk | QuestionAsk)[] = [];
  #stepCalls: string[] = [];
  #finishReason: FinishReason | undefined;
  #isOver = false;

  /** The events of a frame, with the interrupts before the end of the answer. */
  read(frame: Pick<Frame, 'json'>, events: readonly FrameEvent[]): readonly FrameEvent[] {
    for (const event of events) this.#note(event);
    for (const ask of readAsks(frame)) this.#noteAsk(ask);
    return events.flatMap((event): readonly FrameEvent[] => {
      if (event.type === 'error') this.#isOver = true;
      return event.type === 'end' || event.type === 'done' ? [...this.end(), event] : [event];
    });
  }

  /** The interrupts, where the answer has ended well and they were not told yet. */
  end(): readonly InterruptEvent[] {
    if (this.#isOver) return [];
    this.#isOver = true;
    const parts = [...this.#asks.flatMap((ask) => this.#toAsked(ask)), ...this.#toCalls()];
    return parts.length > MAX_INTERRUPTS ? [] : parts.map((part) => ({ type: 'interrupt', part }));
  }

  /** A server of OpenAI's format that runs its tools itself goes on after them. */
  #toCalls(): readonly InterruptPart[] {
    if (this.#indexes.size > 0 && this.#finishReason !== 'tool-calls') return [];
    const asked = new Set(this.#asks.map((ask) => (ask.type === 'approval' ? ask.callId : '')));
    return [...this.#calls.values()]
      .filter((call) => call.isForReader && !hasEnded(call) && !asked.has(call.id))
      .map((call) => toPart({ id: call.id, kind: 'tool', title: call.title || call.name }, call));
  }

  #note(event: FrameEvent): void {
    if (event.type === 'finish') this.#finishReason = event.finishReason;
    if (event.type === 'step') this.#stepCalls = [];
    else if (event.type === 'reset') for (const id of this.#stepCalls) this.#calls.delete(id);
    else if (event.type === 'tool') this.#noteTool(event);
  }

  #noteTool({ id, name, title, state, input, inputDelta, isForReader }: ToolFrame): void {
    const call = this.#callOf(id, name);
    if (title) call.title = title;
    // What has run is not asked for once more.
    if (state && !hasEnded(call)) call.state = state;
    if (isForReader) call.isForReader = true;
    if (inputDelta !== undefined) this.#grow(call, inputDelta);
    else if (input !== undefined) {
      if (call.input !== undefined && JSON.stringify(call.input) !== JSON.stringify(input))
        call.isChanged = true;
      call.input = input;
    }
  }

  #noteAsk(ask: Ask): void {
    switch (ask.type) {
      case 'approval':
        if (!this.#asks.some((other) => other.type === 'approval' && other.callId === ask.callId))
          this.#asks.push(ask);
        return;
      case 'question':
        this.#asks.push(ask);
        return;
      case 'returned':
        this.#callOf(ask.callId).returned = ask.returned;
        return;
      case 'pending':
        for (const call of this.#calls.values()) call.isForReader = ask.callIds?.includes(call.id) ?? true;
        return;
      case 'call': {
        const id = ask.id ?? this.#indexes.get(ask.index);
        if (id === undefined) return;
        this.#indexes.set(ask.index, id);
        const call = this.#callOf(id, ask.name);
        call.isForReader = true;
        this.#grow(call, ask.piece);
      }
    }
  }

  #callOf(id: string, name = ''): Call {
    const known = this.#calls.get(id);
    if (known && name && known.name && known.name !== name) known.isChanged = true;
    if (known) known.name ||= name;
    const call = known ?? { id, name, text: '', state: 'running', isForReader: false, isChanged: false };
    if (!known) this.#stepCalls.push(id);
    this.#calls.set(id, call);
    return call;
  }

  #grow(call: Call, piece: string): void {
    if (call.input !== undefined && piece !== '') call.isChanged = true;
    if (call.text.length <= MAX_TOOL_CHARACTERS) call.text += piece;
  }

  /** An approval of a call that nobody has seen is none. */
  #toAsked(ask: ApprovalAsk | QuestionAsk): readonly InterruptPart[] {
    if (ask.type === 'question') {
      const { id, title } = ask;
      const schema = toShort(ask.schema);
      return [
        dropUndefined<InterruptPart>({
          ...NOTHING,
          type: 'interrupt',
          id,
          kind: 'question',
          title: title.slice(0, MAX_TOOL_CHARACTERS),
          schema,
          state: ask.schema && !schema ? 'closed' : 'waiting',
        }),
      ];
    }
    const call = this.#calls.get(ask.callId);
    if (!call || hasEnded(call)) return [];
    const returned = { ...call.returned, ...(ask.returned && { approval: ask.returned }) };
    const title = ask.title || call.title || call.name;
    const part = toPart({ id: ask.id, kind: 'approval', title }, { ...call, returned });
    const schema = toShort(ask.schema);
    return [schema ? { ...part, schema } : part];
  }
}

/** Fields that a part may lack. */
const NOTHING = {
  callId: undefined,
  name: undefined,
  input: undefined,
  answer: undefined,
  isSent: undefined,
  returned: undefined,
} as const;

function toPart(asked: Pick<InterruptPart, 'id' | 'kind' | 'title'>, call: Call): InterruptPart {
  const input = inputOf(call);
  const { id: callId, name, isChanged, returned = {} } = call;
  const isKnown = input !== undefined && !isChanged && name !== '' && name.length <= MAX_NAME_CHARACTERS;
  return dropUndefined<InterruptPart>({
    ...NOTHING,
    type: 'interrupt',
    ...asked,
    title: asked.title.slice(0, MAX_TOOL_CHARACTERS),
    callId,
    name: name.slice(0, MAX_NAME_CHARACTERS),
    input,
    schema: undefined,
    state: isKnown ? 'waiting' : 'closed',
    returned: Object.keys(returned).length > 0 ? returned : undefined,
  });
}

/** The input, where it is whole: a longer one was cut. */
function inputOf({ input, text }: Call): unknown {
  const whole = input ?? (text.trim() === '' ? {} : parseJson(text));
  const isCut =
    text.length > MAX_TOOL_CHARACTERS || (JSON.stringify(whole)?.length ?? 0) >= MAX_TOOL_CHARACTERS;
  return isCut ? undefined : whole;
}

function toShort(schema: JsonObject | undefined): JsonObject | undefined {
  return schema && JSON.stringify(schema).length <= MAX_TOOL_CHARACTERS ? schema : undefined;
}

function hasEnded({ state }: Call): boolean {
  return state === 'done' || state === 'failed' || state === 'denied';
}
