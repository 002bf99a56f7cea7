import { type JsonObject, isObject, pickString, readList, readObject, readString } from '../json.ts';
import { readReasoning, readToken, readTokenCounts } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { readContent } from './read.ts';
import { readTool } from './tools.ts';

const AI = /^(?:ai|AIMessage|AIMessageChunk)$/;
const TOOL = /^(?:tool|ToolMessage)/;

/**
 * Streams of LangGraph and LangServe, by the SSE event. `messages` has `[message chunk, metadata]`, `messages/partial` has
 * messages with all text so far, `values` and `updates` have the messages of the state, `data` has the output of a LangServe
 * chain. `event: end`, without data, ends both. A server may send several modes together: repeated text is skipped. Types of
 * `@langchain/langgraph-sdk` 2.0.0, `types.stream` and `types.messages`.
 *
 * @example
 * readLangGraph(toFrame('[{"content":"Hi","type":"AIMessageChunk"},{}]', 'messages')); // [{ type: 'token', token: 'Hi' }]
 */
export function readLangGraph({ event = '', json }: Frame): readonly FrameEvent[] | undefined {
  // A subgraph's events have a suffix: `messages|tools:1f2e`.
  const [mode] = event.split('|');
  switch (mode) {
    case 'messages':
      return Array.isArray(json) ? readMessage(json[0], false) : undefined;
    case 'messages/partial':
    case 'messages/complete':
      return readMessage(readList(json).at(-1), true, mode === 'messages/complete');
    case 'values':
      return [
        ...readMessage(readList(readObject(json)['messages']).at(-1), true),
        ...readInterrupts(readObject(json)['__interrupt__']),
      ];
    case 'updates':
      return Object.entries(readObject(json)).flatMap(([name, update]) =>
        name === '__interrupt__'
          ? readInterrupts(update)
          : readMessages(readObject(update)['messages']).flatMap((message) =>
              readMessage(message, true, true),
            ),
      );
    case 'data':
      return unfinished(typeof json === 'string' ? readToken(json) : readOutput(json));
    default:
      return undefined;
  }
}

/** The graph waits for an answer. The `value` of an interrupt has any shape; its question is looked for under common names. */
function readInterrupts(list: unknown): readonly FrameEvent[] {
  return readList(list).flatMap((interrupt) => {
    const { id, value } = readObject(interrupt);
    const title = readString(value) ?? pickString(readObject(value), 'question', 'message', 'description');
    return readTool({ id, name: 'interrupt', title }, 'waiting');
  });
}

function readMessages(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Adds that an end mark is expected. Only for LangServe, which always sends `event: end`; LangGraph may leave it out. */
function unfinished(events: readonly FrameEvent[] | undefined): readonly FrameEvent[] | undefined {
  return events && [...events, { type: 'unfinished' }];
}

/** A chain's output is a message, or an object with `output` or `answer`. */
function readOutput(json: unknown): readonly FrameEvent[] | undefined {
  if (!isObject(json)) return undefined;
  if (isMessage(json)) return readMessage(json, false);
  const output = json['output'] ?? json['answer'];
  return output === undefined ? undefined : readToken(output);
}

function isMessage({ type }: JsonObject): boolean {
  return typeof type === 'string' && (AI.test(type) || TOOL.test(type) || type.startsWith('Human'));
}

function readMessage(value: unknown, isSnapshot: boolean, isWhole = false): readonly FrameEvent[] {
  const message = readObject(value);
  const type = pickString(message, 'type');
  if (TOOL.test(type)) return readTool(message, message['status'] === 'error' ? 'failed' : 'done');
  if (!AI.test(type)) return [];
  const { content } = message;
  const text = readContent(content) ?? '';
  const id = pickString(message, 'id');
  return [
    ...(isSnapshot ? [] : readThoughts(message)),
    ...(isSnapshot ? (text ? [{ type: 'snapshot', text, id, isWhole } as const] : []) : readToken(text)),
    ...readList(message['tool_calls']).flatMap((call) => readTool(readObject(call), 'running')),
    ...readTokenCounts(message['usage_metadata']),
  ];
}

function readThoughts({ content, additional_kwargs: others }: JsonObject): readonly FrameEvent[] {
  const parts = readList(content).map(readObject);
  return [
    ...readReasoning(readObject(others)['reasoning_content']),
    ...parts.flatMap((part) => readReasoning(part['thinking'] ?? part['reasoning'])),
  ];
}
