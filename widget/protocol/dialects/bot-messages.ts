import { type JsonObject, isObject, readList, readObject, readString } from '../json.ts';
import { readFinish } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { isNamedText } from './names.ts';
import { readContent } from './read.ts';
import { readSuggestions } from './suggestions.ts';

/**
 * Lists of messages that a bot says at once: Typebot (`messages` with `content.richText`, and the choices of its `input`),
 * Botpress (`responses` with `type` and `text`, or `messages` with a `payload`). Each is a paragraph. Types of `@typebot.io/js`
 * 0.10.7, `ContinueChatResponse`, and of `@botpress/client` 1.45.0, `Message`;
 * https://botpress.com/docs for the converse API's `responses`.
 *
 * @example
 * readBotMessages(toFrame('{"responses":[{"type":"typing"},{"type":"text","text":"Hi"}]}'));
 * // [{ type: 'token', token: 'Hi' }]
 */
export function readBotMessages(frame: Frame): readonly FrameEvent[] | undefined {
  const { json } = frame;
  if (!isObject(json) || !isNamedText(frame)) return undefined;
  const list = json['responses'] ?? json['messages'];
  if (!Array.isArray(list)) return undefined;
  const texts = list.map((entry) => readMessage(readObject(entry))).filter((text) => text !== '');
  if (texts.length === 0) return undefined;
  const items = readList(readObject(json['input'])['items']);
  const suggestions = readSuggestions(items.map((item) => readObject(item)['content']));
  return [
    ...texts.flatMap((token): readonly FrameEvent[] => [{ type: 'paragraph' }, { type: 'token', token }]),
    ...(suggestions.length > 0 ? [{ type: 'suggestions', suggestions } as const] : []),
    ...readFinish('stop'),
  ];
}

function readMessage(message: JsonObject): string {
  // Words of the visitor.
  if (message['direction'] === 'incoming') return '';
  const payload = isObject(message['payload']) ? message['payload'] : message;
  const { richText, markdown } = readObject(payload['content']);
  if (Array.isArray(richText)) return richText.map(readBlock).join('\n\n').trim();
  const type = payload['type'];
  const isText = type === 'text' || type === 'markdown' || type === 'choice';
  return isText ? (readString(markdown) ?? readContent(payload['text'] ?? payload['markdown']) ?? '') : '';
}

/** Rich text is a tree, with the words in its leaves. */
function readBlock(node: unknown): string {
  const { text, children, url } = readObject(node);
  const words = readString(text) ?? readList(children).map(readBlock).join('');
  return typeof url === 'string' && words ? `[${words}](${url})` : words;
}
