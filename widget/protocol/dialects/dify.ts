import { type JsonObject, isObject, readObject } from '../json.ts';
import { toErrorEvent } from './error.ts';
import { readFinish, readSourceList, readThread, readToken, readTokenCounts } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { type FrameTable, readByName } from './read-by-name.ts';
import { readChunks } from './vendor-sources.ts';
import { readTool } from './tools.ts';

/** Types of workflow nodes that are shown as tools. */
const SHOWN_NODES: ReadonlySet<unknown> = new Set(['tool', 'knowledge-retrieval', 'http-request', 'agent']);

const FRAMES: FrameTable = {
  message: ({ answer, data }) => readToken(answer ?? readObject(data)['content']),
  agent_message: ({ answer }) => readToken(answer),
  // Moderation has replaced the answer.
  message_replace: ({ answer }) => [{ type: 'reset' }, ...readToken(answer)],
  text_chunk: ({ data }) => readToken(readObject(data)['text']),
  // The `thought` of this frame repeats the text of the messages around it, so only the tool is read.
  agent_thought: (json) => (json['tool'] ? readTool(json, json['observation'] ? 'done' : 'running') : []),
  node_started: ({ data }) => readNode(readObject(data), 'running'),
  node_finished: ({ data }) =>
    readNode(readObject(data), readObject(data)['status'] === 'failed' ? 'failed' : 'done'),
  workflow_finished: ({ data }) =>
    readObject(data)['status'] === 'failed'
      ? [toErrorEvent(readObject(data))]
      : [{ type: 'finish', finishReason: 'stop' }],
  message_end: ({ metadata, data, conversation_id: thread }) => [
    ...readMetadata(metadata),
    ...readThread(thread),
    // RAGFlow's agents write Dify's format, but put their sources here.
    ...readSourceList(readObject(readObject(data)['reference'])['chunks'], readChunks),
    { type: 'end' },
  ],
};

/**
 * Dify: `{"event":"message","task_id","answer":" I"}`; agents send `agent_message`, workflows `text_chunk`. `message_end` ends
 * the answer; its `metadata` has `usage` and `retriever_resources` (`document_name`, `content`, `score`). With `response_mode:
 * "blocking"` the answer is one such `message` object. https://docs.dify.ai/api-reference/chat/send-chat-message
 *
 * @example
 * readDify(toFrame('{"event":"agent_message","task_id":"t","answer":"Hi"}')); // [{ type: 'token', token: 'Hi' }]
 */
export function readDify({ json }: Frame): readonly FrameEvent[] | undefined {
  if (!isObject(json) || !('task_id' in json || 'message_id' in json)) return undefined;
  const events = readByName(FRAMES, json['event'], json);
  if (!events || json['event'] !== 'message' || !('metadata' in json)) return events;
  return [
    ...events,
    ...readMetadata(json['metadata']),
    ...readThread(json['conversation_id']),
    ...readFinish('stop'),
  ];
}

function readMetadata(metadata: unknown): readonly FrameEvent[] {
  const { usage, retriever_resources: resources } = readObject(metadata);
  return [...readTokenCounts(usage), ...readSourceList(resources, readChunks)];
}

function readNode(node: JsonObject, state: 'running' | 'done' | 'failed'): readonly FrameEvent[] {
  const { id, title, node_type: name } = node;
  return SHOWN_NODES.has(name) ? readTool({ id, title, name }, state) : [];
}
