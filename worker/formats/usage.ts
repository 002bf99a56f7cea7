import type { Usage } from '../../widget/protocol/chat-event.ts';

/**
 * Counts of tokens, under the names of OpenAI and Workers AI; an empty object where the model reported none.
 *
 * @example
 * snakeUsage({ inputTokens: 12, outputTokens: 3 });
 * // { usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 } }
 */
export function snakeUsage(usage: Usage | undefined) {
  if (usage === undefined) return {};
  const { inputTokens: prompt_tokens = 0, outputTokens: completion_tokens = 0 } = usage;
  return { usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens } };
}
