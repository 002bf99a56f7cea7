import type { ConversationState } from '../../conversation/state.ts';

/** Whether the conversation ends with an answer that is complete and has questions to follow it. */
export function hasFollowUps({ messages, status }: ConversationState): boolean {
  const last = messages.at(-1);
  const isIdle = status === 'ready' || status === 'error';
  return isIdle && last?.status === 'complete' && (last.suggestions?.length ?? 0) > 0;
}
