import type { Source } from '../../widget/protocol/chat-message.ts';
import { ours } from './ours.ts';
import { block, END, type WireFormat } from './wire-format.ts';

/**
 * The UI message stream of the AI SDK. https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol#data-stream-protocol
 *
 * @example
 * uiMessage.encode({ type: 'token', token: 'Hi' }, { queryId: 'q_1', model: 'small' });
 * // 'data: {"type":"text-delta","id":"answer","delta":"Hi"}\n\n'
 */
export const uiMessage: WireFormat = {
  headers: { 'x-vercel-ai-ui-message-stream': 'v1' },
  encode: (event, { queryId }) => {
    const id = 'answer';
    if (event.type === 'start')
      return (
        block({ type: 'start', messageId: queryId }) +
        block({ type: 'start-step' }) +
        block({ type: 'text-start', id })
      );
    if (event.type === 'sources') return event.sources.map((source) => block(toSourcePart(source))).join('');
    if (event.type === 'token') return block({ type: 'text-delta', id, delta: event.token });
    if (event.type === 'error') return block({ type: 'error', errorText: event.code }) + END;
    if (event.type !== 'done') return '';
    const { finishReason = 'stop', suggestions: data, isUnsure } = event;
    const ends = [
      { type: 'text-end', id },
      ...(data ? [{ type: 'data-suggestions', data }] : []),
      { type: 'finish-step' },
      { type: 'finish', finishReason, ...(isUnsure && { messageMetadata: { isUnsure } }) },
    ];
    return ends.map(block).join('') + END;
  },
  whole: ours.whole,
  hasSuggestions: true,
  failure: ours.failure,
};

/** A source without a web address is sent as a document, which has no link. */
function toSourcePart({ id: sourceId, url, title }: Source) {
  if (url) return { type: 'source-url', sourceId, url, title };
  return { type: 'source-document', sourceId, mediaType: 'text/markdown', title };
}
