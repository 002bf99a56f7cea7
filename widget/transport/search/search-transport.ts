import type { ChatEvent } from '../../protocol/chat-event.ts';
import type { ChatRequest, Transport } from '../../protocol/transport.ts';
import { loadStaticSource } from './load-static-source.ts';

/** x */
export function createSearchTransport(folder: () => string): Transport {
  return {
    async *send(_request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent> {
      await (
        await loadStaticSource(folder())
      ).find({ text: '', page: '', headers: {}, credentials: 'omit', approve: () => true }, signal);
      yield { type: 'done' };
    },
  };
}
