import { type Ask, type ApprovalAsk, type QuestionAsk, readAsks } from '../protocol/dialects/asks.ts';
import type { FinishReason, InterruptEvent } from '../protocol/chat-event.ts';
import type { InterruptPart, ToolState } from '../protocol/chat-message.ts';
import type { Frame, FrameEvent, ToolFrame } from '../protocol/dialects/frame.ts';
import { dropUndefined, type JsonObject, parseJson } from '../protocol/json.ts';
import { MAX_INTERRUPTS, MAX_TOOL_CHARACTERS } from '../protocol/limits.ts';

/** A call of a tool with a longer name cannot be approved: the visitor would not see the whole name. */
const MAX_NAME_CHARACTERS = 100;

/** What the frames so far say about one call of a tool. */
interface Call {
  readonly id: string;
  name: string;
  title?: string | undefined;
  /** The input as JSON text, which arrives in pieces. */
  text: string;
  /** The input as a value, where a frame has it complete. */
  input?: unknown;
  state: ToolState;
  /** Whether the page, which reads the stream, has to run the tool. */
  isForReader: boolean;
  /** Whether frames contradict each other about the call. It is then unclear what an approval would allow. */
  isChanged: boolean;
  returned?: JsonObject;
}

/**
 * Collects what the frames of an answer ask of the visitor or the page, and reports it when the answer has ended:
 * only then is a call complete. An answer that fails or breaks off asks for nothing.
 *
 * @example
 * const reader = new InterruptReader();
 * new SseFraming((frame) => reader.read(frame, readFrame(frame)));
 * reader.end(); // [{ type: 'interrupt', part: { kind: 'approval', … } }]
 */
export class InterruptReader {
  readonly #calls = new Map<string, Call>();
  /** The ids of calls by `index`: OpenAI's later pieces of a call have only the index. */
  readonly #indexes = new Map<number, string>();
  #asks: (ApprovalAsk | QuestionAsk)[] = [];
  #stepCalls: string[] = [];
  #finishReason: FinishReason | undefined;
  #isOver = false;

  /** The events of a frame; the interrupts stand before the event that ends the answer. */
  read(frame: Pick<Frame, 'json'>, events: readonly FrameEvent[]): readonly FrameEvent[] {
    for (const event of events) this.#record(event);
    for (const ask of readAsks(frame)) this.#recordAsk(ask);
    return events.flatMap((event): readonly FrameEvent[] => {
      if (event.type === 'error') this.#isOver = true;
      return event.type === 'end' || event.type === 'done' ? [...this.end(), event] : [event];
    });
  }

  /**
   * The interrupts at the end of the body. None where the answer's end event has brought them already, or the answer
   * failed.
   */
  end(): readonly InterruptEvent[] {
    if (this.#isOver) return [];
    this.#isOver = true;
    const parts = [...this.#asks.flatMap((ask) => this.#toAsked(ask)), ...this.#toCalls()];
    return parts.length > MAX_INTERRUPTS ? [] : parts.map((part) => ({ type: 'interrupt', part }));
  }

  /**
   * The calls that wait for the page. A server with OpenAI's format that runs its tools itself ends without
   * `tool-calls`: then none wait.
   */
  #toCalls(): readonly InterruptPart[] {
    if (this.#indexes.size > 0 && this.#finishReason !== 'tool-calls') return [];
    const asked = new Set(this.#asks.map((ask) => (ask.type === 'approval' ? ask.callId : '')));
    return [...this.#calls.values()]
      .filter((call) => call.isForReader && !hasEnded(call) && !asked.has(call.id))
      .map((call) => toPart({ id: call.id, kind: 'tool', title: call.title || call.name }, call));
  }

  #record(event: FrameEvent): void {
    if (event.type === 'finish') this.#finishReason = event.finishReason;
    if (event.type === 'step') this.#stepCalls = [];
    else if (event.type === 'reset') for (const id of this.#stepCalls) this.#calls.delete(id);
    else if (event.type === 'tool') this.#recordTool(event);
  }

  #recordTool({ id, name, title, state, input, inputDelta, isForReader }: ToolFrame): void {
    const call = this.#callOf(id, name);
    if (title) call.title = title;
    // A late frame such as `running` must not reopen a call that has ended: it would be asked for again.
    if (state && !hasEnded(call)) call.state = state;
    if (isForReader) call.isForReader = true;
    if (inputDelta !== undefined) this.#grow(call, inputDelta);
    else if (input !== undefined) {
      if (call.input !== undefined && JSON.stringify(call.input) !== JSON.stringify(input))
        call.isChanged = true;
      call.input = input;
    }
  }

  #recordAsk(ask: Ask): void {
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

  /** A part for an approval or a question. None where the approval is for a call that no frame has named. */
  #toAsked(ask: ApprovalAsk | QuestionAsk): readonly InterruptPart[] {
    if (ask.type === 'question') {
      const { id, title } = ask;
      const schema = unlessTooLong(ask.schema);
      return [
        dropUndefined<InterruptPart>({
          ...EMPTY_FIELDS,
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
    const schema = unlessTooLong(ask.schema);
    return [schema ? { ...part, schema } : part];
  }
}

/** Defaults for fields that a part may lack. */
const EMPTY_FIELDS = {
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
    ...EMPTY_FIELDS,
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

/** The input of a call; undefined where it is incomplete, or too long to show completely. */
function inputOf({ input, text }: Call): unknown {
  const whole = input ?? (text.trim() === '' ? {} : parseJson(text));
  const isCut =
    text.length > MAX_TOOL_CHARACTERS || (JSON.stringify(whole)?.length ?? 0) >= MAX_TOOL_CHARACTERS;
  return isCut ? undefined : whole;
}

function unlessTooLong(schema: JsonObject | undefined): JsonObject | undefined {
  return schema && JSON.stringify(schema).length <= MAX_TOOL_CHARACTERS ? schema : undefined;
}

function hasEnded({ state }: Call): boolean {
  return state === 'done' || state === 'failed' || state === 'denied';
}
