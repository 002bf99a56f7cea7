import { type JsonObject, isObject, readList, readObject, readString } from '../json.ts';
import { readFinish, readOneSource, readThread, readToken } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { readContent } from './read.ts';
import { type FrameTable, readByName } from './read-by-name.ts';
import { readTool } from './tools.ts';

const FRAMES: FrameTable = {
  'thread.created': ({ thread }) => readThread(readObject(thread)['id']),
  'thread.item.added': ({ item }) => readItem(readObject(item), false),
  'thread.item.updated': (json) => readUpdate(json),
  'thread.item.done': ({ item }) => readItem(readObject(item), true),
  'thread.item.replaced': ({ item }) => readItem(readObject(item), true),
  progress_update: () => [],
};

/**
 * ChatKit's thread events. `thread.item.updated` has an `assistant_message.content_part.text_delta`; `thread.item.done` has
 * the complete item. Client tool calls and the tasks of a workflow are items too. No event marks the end of the turn: the last
 * message is done, and the body closes. `ThreadStreamEvent` in openai/chatkit-python, `chatkit/types.py`.
 *
 * @example
 * const update = { type: 'assistant_message.content_part.text_delta', content_index: 0, delta: 'Hi' };
 * readChatKit(toFrame(JSON.stringify({ type: 'thread.item.updated', item_id: 'm', update })));
 * // [{ type: 'token', token: 'Hi' }]
 */
export function readChatKit({ json }: Frame): readonly FrameEvent[] | undefined {
  return isObject(json) ? readByName(FRAMES, json['type'], json) : undefined;
}

function readUpdate({ item_id: itemId, update }: JsonObject): readonly FrameEvent[] {
  const news = readObject(update);
  switch (news['type']) {
    case 'assistant_message.content_part.text_delta':
      return readToken(news['delta']);
    case 'assistant_message.content_part.annotation_added':
      return readAnnotation(news['annotation']);
    case 'workflow.task.added':
    case 'workflow.task.updated':
      return readTask(`${String(itemId)}.${String(news['task_index'])}`, readObject(news['task']));
    default:
      return [];
  }
}

function readItem(item: JsonObject, isDone: boolean): readonly FrameEvent[] {
  switch (item['type']) {
    case 'assistant_message':
      return isDone ? readMessage(item) : [{ type: 'finish' }, { type: 'paragraph' }];
    case 'widget':
      return isDone ? readWidget(item) : [];
    case 'generated_image':
      return isDone ? readImage(readObject(item['image'])) : [];
    case 'client_tool_call':
      return readTool(item, item['status'] === 'completed' ? 'done' : 'waiting');
    case 'task':
      return readTask(item['id'], readObject(item['task']));
    case 'end_of_turn':
      return [{ type: 'end' }];
    default:
      return [];
  }
}

function readMessage({ id, content }: JsonObject): readonly FrameEvent[] {
  const text = readContent(content) ?? '';
  const annotations = readList(content).flatMap((part) => readList(readObject(part)['annotations']));
  return [
    ...(text ? [{ type: 'snapshot', text, id: String(id), isWhole: true } as const] : []),
    ...annotations.flatMap(readAnnotation),
    ...readFinish('stop'),
  ];
}

/** The text of a widget (cards and the like): `copy_text` where the server gives it, else the texts of its elements. */
function readWidget({ copy_text: copied, widget }: JsonObject): readonly FrameEvent[] {
  const text = readString(copied) || wordsOf(widget).join('\n\n');
  return text ? [{ type: 'paragraph' }, { type: 'token', token: text }, ...readFinish('stop')] : [];
}

function wordsOf(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(wordsOf);
  const { value, label, children } = readObject(node);
  const own = [value, label].filter((words) => typeof words === 'string' && words !== '');
  return [...(own as string[]), ...(children === undefined ? [] : wordsOf(children))];
}

function readImage({ url }: JsonObject): readonly FrameEvent[] {
  return typeof url === 'string' ? [{ type: 'file', url, mediaType: 'image/*' }, ...readFinish('stop')] : [];
}

function readAnnotation(annotation: unknown): readonly FrameEvent[] {
  return readOneSource(readObject(annotation)['source']);
}

function readTask(
  id: unknown,
  { type: name, title, status_indicator: status }: JsonObject,
): readonly FrameEvent[] {
  return readTool({ id, name, title }, status === 'loading' ? 'running' : 'done');
}
