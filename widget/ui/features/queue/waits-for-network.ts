import type { ConversationState } from '../../../conversation/state.ts';

/** Whether a question waits to be sent, or has failed because the device is offline. */
export function waitsForNetwork({ error, messages, waiting }: ConversationState): boolean {
  return waiting.length > 0 || messages.at(-1)?.status === 'waiting' || error?.code === 'offline';
}
