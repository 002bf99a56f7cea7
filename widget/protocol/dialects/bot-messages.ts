import { type JsonObject, isObject, readList, readObject, readString } from '../json.ts';
import { readFinish } from './events.ts';
import type { Frame, FrameEvent } from './frame.ts';
import { isNamedText } from './names.ts';
import { readContent } from './read.ts';
import { readSuggestions } from './suggestions.ts';

/**
 * Lists of messages that a bot sends together. Each message is a paragraph.
 * - Typebot: `messages` with `content.richText` or `content.markdown`, and the choices of its `input`.
 *   `continueChatResponseSchema` in `packages/schemas/features/chat/schema.ts` of baptisteArno/typebot.io; the elements of rich
 *   text are those that `@typebot.io/js` 0.10.7 draws.
 * - Botpress: `messages` with a `direction` and a `payload`, types of `@botpress/client` 1.45.0, `Message`; or `responses` with
 *   `type` and `text`, `docs/channels/converse.md` of botpress 12, "API Response".
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
  // Botpress lists the visitor's messages too.
  if (message['direction'] === 'incoming') return '';
  const payload = isObject(message['payload']) ? message['payload'] : message;
  const { richText, markdown } = readObject(payload['content']);
  if (Array.isArray(richText)) return richText.map(readBlock).join('\n\n').trim();
  const type = payload['type'];
  const isText = type === 'text' || type === 'markdown' || type === 'choice';
  return isText ? (readString(markdown) ?? readContent(payload['text'] ?? payload['markdown']) ?? '') : '';
}

/** Rich text is a tree with the text in its leaves: `p`, `a` with `url`, `ul` and `ol` of `li`. */
function readBlock(node: unknown): string {
  const { type, text, children, url } = readObject(node);
  const words = readString(text) ?? readList(children).map(readBlock).join('');
  if (type === 'li') return `- ${words}\n`;
  return typeof url === 'string' && words ? `[${words}](${url})` : words;
}
