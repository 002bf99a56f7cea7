import type { ChatEvent } from '../../protocol/chat-event.ts';
import type { ChatRequest, Transport } from '../../protocol/transport.ts';
import { toConnectionError } from '../connection-error.ts';
import { loadStaticSource } from './load-static-source.ts';

/**
 * Answers without any server, from the search index in a folder of static files.
 *
 * @param folder the folder's address
 * @param nothingFound the answer to a question when no page contains any of its words
 */
export function createFolderTransport(
  folder: () => string,
  nothingFound: (question: string) => string,
): Transport {
  return {
    async *send({ messages }: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent> {
      const question = messages.at(-1)?.content ?? '';
      const source = await loadStaticSource(folder()).catch((cause: unknown) => {
        throw toConnectionError('the code of the search did not come', cause);
      });
      yield* source.answer(question, nothingFound(question), signal);
    },
  };
}
