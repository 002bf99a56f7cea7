import type { ChatEvent } from '../protocol/chat-event.ts';
import type { ChatRequest, Transport } from '../protocol/transport.ts';

/**
 * Sends a request. If it is refused before its first event and `renew` gives a better request, that one is sent too.
 *
 * @param renew makes a better request for an error; undefined where there is none
 */
export async function* sendTwice(
  request: ChatRequest,
  signal: AbortSignal,
  { send, renew }: Pick<Transport, 'send'> & { readonly renew: Renew },
): AsyncGenerator<ChatEvent, void, undefined> {
  let hasBegun = false;
  let renewed: ChatRequest | undefined;
  try {
    for await (const event of send(request, signal)) {
      hasBegun = true;
      yield event;
    }
    return;
  } catch (error) {
    renewed = hasBegun ? undefined : await renew(error, signal);
    if (!renewed) throw error;
  }
  signal.throwIfAborted();
  yield* send(renewed, signal);
}

/** Makes another request to replace one that was refused. */
type Renew = (
  error: unknown,
  signal: AbortSignal,
) => ChatRequest | undefined | Promise<ChatRequest | undefined>;
