import {
  convertToModelMessages,
  jsonSchema,
  MockLanguageModelV4,
  simulateReadableStream,
  streamText,
  tool,
  type UIMessage,
} from '../fixtures/dialects/servers.ts';

type StreamPart =
  Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never;

/** A tool call that the scripted model makes. */
export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/**
 * A real server of the AI SDK 7 with two tools: `cancel_order` runs on the server once the visitor has
 * approved it, and `open_cart` runs in the page. Its model makes the scripted calls, one per step, and then
 * says what they returned.
 */
export class ApprovingAgent {
  /** The inputs with which the server's tool ran. */
  readonly runs: unknown[] = [];
  /** The bodies of the requests. */
  readonly bodies: { readonly messages: UIMessage[] }[] = [];
  readonly #stepsOf: (question: string) => readonly (readonly ScriptedCall[])[];

  /** The steps for every question, or a function that returns the steps for a question. */
  constructor(
    ...steps:
      | readonly (readonly ScriptedCall[])[]
      | readonly [(question: string) => readonly (readonly ScriptedCall[])[]]
  ) {
    const [first] = steps;
    this.#stepsOf = typeof first === 'function' ? first : () => steps as readonly (readonly ScriptedCall[])[];
  }

  async answer(request: Request): Promise<Response> {
    const body = (await request.json()) as { messages: UIMessage[] };
    this.bodies.push(body);
    const tools = {
      cancel_order: tool({
        inputSchema: jsonSchema({ type: 'object' }),
        execute: (input: unknown) => {
          this.runs.push(input);
          return { isCancelled: true };
        },
      }),
      open_cart: tool({ inputSchema: jsonSchema({ type: 'object' }), outputSchema: jsonSchema({}) }),
    };
    const result = streamText({
      model: this.#model(),
      tools,
      toolApproval: { cancel_order: 'user-approval' },
      experimental_toolApprovalSecret: 'a secret of the server',
      messages: await convertToModelMessages(body.messages, { tools }),
      abortSignal: request.signal,
      onError: () => undefined,
    });
    return result.toUIMessageStreamResponse({
      originalMessages: body.messages,
      generateMessageId: () => `server-${this.bodies.length}`,
    });
  }

  #model(): MockLanguageModelV4 {
    return new MockLanguageModelV4({
      doStream: async ({ prompt }) => {
        const results = prompt.flatMap(({ role, content }) =>
          role === 'tool' ? content.flatMap((part) => (part.type === 'tool-result' ? [part] : [])) : [],
        );
        const done = new Set(results.map(({ toolCallId }) => toolCallId));
        const question = JSON.stringify(prompt.findLast(({ role }) => role === 'user')?.content);
        const step = this.#stepsOf(question).find((calls) => calls.some(({ id }) => !done.has(id)));
        const chunks = step
          ? toCalls(step)
          : toWords(results.map(({ output }) => JSON.stringify(output)).join());
        return { stream: simulateReadableStream({ chunks, chunkDelayInMs: 1 }) };
      },
    });
  }
}

function toWords(text: string): StreamPart[] {
  return [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: `Done: ${text}` },
    { type: 'text-end', id: 't' },
    { type: 'finish', usage: USAGE, finishReason: { unified: 'stop', raw: 'stop' } },
  ];
}

function toCalls(calls: readonly ScriptedCall[]): StreamPart[] {
  return [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'Let me see.' },
    { type: 'text-end', id: 't' },
    ...calls.map(({ id, name, input }): StreamPart => ({
      type: 'tool-call',
      toolCallId: id,
      toolName: name,
      input: JSON.stringify(input),
    })),
    { type: 'finish', usage: USAGE, finishReason: { unified: 'tool-calls', raw: 'tool_calls' } },
  ];
}
