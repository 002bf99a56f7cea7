import { createParser } from 'eventsource-parser';
import { readAnswer } from '../../widget/protocol/dialects/answer.ts';
import { parseJson, toFrame, type FrameEvent } from '../../widget/protocol/dialects/frame.ts';
import { readFrame } from '../../widget/protocol/dialects/index.ts';
import type { Model, ModelRequest } from '../ports.ts';
import { composePrompt, type PromptMessage } from '../prompt.ts';
import { upstreamError, UpstreamError } from './upstream-error.ts';

/** Tokens of one answer unless `MAX_TOKENS` says otherwise: about 700 words, within the CPU time of the free plan. */
export const MAX_TOKENS = 1_024;

/** A service that runs language models and answers with a stream of frames, or one JSON, of a format we know. */
export interface Upstream {
  /** Models in the order they are tried; a later one only when an earlier one is absent or busy. */
  readonly names: readonly string[];
  readonly persona: string | undefined;
  /** Asks one model. Throws {@link UpstreamError} when refused. */
  open(name: string, question: Question): Promise<Response>;
}

/** One question as an upstream gets it. */
export interface Question {
  readonly messages: readonly PromptMessage[];
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
}

/** The language model behind an upstream. */
export function streamingModel(upstream: Upstream): Model {
  return {
    name: upstream.names[0] || 'default',
    generate: (request, signal) => generate(upstream, request, signal),
  };
}

async function* generate({ names, persona, open }: Upstream, request: ModelRequest, signal: AbortSignal) {
  const messages = composePrompt(request, persona);
  for (const [index, name] of names.entries()) {
    let hasBegun = false;
    try {
      // oxlint-disable-next-line no-await-in-loop -- one model is asked after the other has refused
      const response = await open(name, { messages, request, signal });
      request.onAnswering?.(name || 'default', response.headers.get('cf-aig-log-id') ?? undefined);
      // oxlint-disable-next-line no-await-in-loop
      for await (const frames of readBody(response)) {
        const fatal = frames.findIndex((frame) => frame.type === 'error');
        const said = fatal === -1 ? frames : frames.slice(0, fatal);
        hasBegun ||= said.some((frame) => frame.type === 'token');
        yield said;
        throwIfFatal(frames[fatal]);
      }
      return;
    } catch (error) {
      const isRefusal = error instanceof UpstreamError && error.isWorthAnother && !hasBegun;
      if (!isRefusal || index === names.length - 1) throw error;
    }
  }
}

function throwIfFatal(frame: FrameEvent | undefined): void {
  if (frame?.type !== 'error') return;
  throw upstreamError(frame.code, { reason: 'the model failed in its stream', detail: frame.code });
}

async function* readBody(response: Response): AsyncGenerator<readonly FrameEvent[]> {
  if (response.body === null || response.headers.get('Content-Type')?.includes('json')) {
    yield readAnswer(parseJson(await response.text())) ?? [];
    return;
  }
  let events: FrameEvent[] = [];
  const parser = createParser({
    onEvent: ({ data, event }) => events.push(...readFrame(toFrame(data, event))),
  });
  const decoder = new TextDecoder();
  for await (const bytes of response.body) {
    events = [];
    parser.feed(decoder.decode(bytes, { stream: true }));
    yield events;
  }
  events = [];
  parser.feed(`${decoder.decode()}\n\n\n`);
  if (events.length > 0) yield events;
}
