import { EventEncoder, EventType, RunAgentInputSchema } from '../fixtures/dialects/servers.ts';

type RunInput = ReturnType<typeof RunAgentInputSchema.parse>;
type Event = Parameters<EventEncoder['encodeSSE']>[0];

/** How a run ends. */
export interface RunScript {
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly input: unknown }[];
  /** The interrupts of the run. */
  readonly interrupts?: readonly Readonly<Record<string, unknown>>[];
  /** The tool calls that the page must run. */
  readonly pending?: readonly string[];
  readonly text?: string;
}

/**
 * An agent that uses the real schemas and encoder of AG-UI. Each request must be a `RunAgentInput`. As the
 * protocol says, a thread with open interrupts accepts only a `resume` that answers all of them.
 */
export class AgUiAgent {
  readonly inputs: RunInput[] = [];
  readonly #script: (input: RunInput, run: number) => RunScript;
  #open = new Set<string>();

  constructor(script: (input: RunInput, run: number) => RunScript) {
    this.#script = script;
  }

  async answer(request: Request): Promise<Response> {
    const input = RunAgentInputSchema.parse(await request.json());
    const { threadId, runId } = input;
    this.inputs.push(input);
    const encoder = new EventEncoder();
    const events: Event[] = [{ type: EventType.RUN_STARTED, threadId, runId }];
    const resumed = new Set(input.resume?.map(({ interruptId }) => interruptId));
    const isConforming = [...this.#open].every((id) => resumed.has(id)) && resumed.size === this.#open.size;
    if (isConforming) events.push(...this.#run(input));
    else events.push({ type: EventType.RUN_ERROR, message: 'open interrupts are not answered' });
    return new Response(events.map((event) => encoder.encodeSSE(event)).join(''), {
      headers: { 'content-type': encoder.getContentType() },
    });
  }

  #run(input: RunInput): readonly Event[] {
    const { threadId, runId } = input;
    const { calls = [], interrupts = [], pending, text } = this.#script(input, this.inputs.length);
    this.#open = new Set(interrupts.map(({ id }) => String(id)));
    const outcome =
      interrupts.length > 0
        ? { type: 'interrupt' as const, interrupts: interrupts as never }
        : { type: 'success' as const, ...(pending && { pendingToolCallIds: [...pending] }) };
    return [
      ...(text === undefined
        ? []
        : [{ type: EventType.TEXT_MESSAGE_CHUNK as const, messageId: `m-${runId}`, delta: text }]),
      ...calls.flatMap(({ id: toolCallId, name: toolCallName, input: args }): Event[] => [
        { type: EventType.TOOL_CALL_START, toolCallId, toolCallName },
        { type: EventType.TOOL_CALL_ARGS, toolCallId, delta: JSON.stringify(args) },
        { type: EventType.TOOL_CALL_END, toolCallId },
      ]),
      { type: EventType.RUN_FINISHED, threadId, runId, outcome },
    ];
  }
}
