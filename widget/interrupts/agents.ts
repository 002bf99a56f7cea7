import type { ChatMessage, InterruptPart } from '../protocol/chat-message.ts';
import type { JsonObject } from '../protocol/json.ts';
import { unsentInterrupts } from './round.ts';
import { REFUSED } from './steps.ts';

/**
 * The messages that tell an agent of cloudflare/agents the results over its socket, so that it continues its answer; the agent
 * itself stores the conversation. Types of `agents/chat` 0.32: `CF_AGENT_TOOL_APPROVAL`, `CF_AGENT_TOOL_RESULT`.
 */
export function toAgentMessages(answered: ChatMessage): readonly JsonObject[] {
  return unsentInterrupts(answered).map(toMessage);
}

function toMessage({ kind, callId: toolCallId, name: toolName, state, answer }: InterruptPart): JsonObject {
  if (kind === 'approval')
    return { type: 'cf_agent_tool_approval', toolCallId, approved: state === 'allowed', autoContinue: true };
  const result = { type: 'cf_agent_tool_result', toolCallId, toolName, autoContinue: true };
  if (state === 'answered') return { ...result, output: answer };
  const errorText = state === 'failed' ? String(answer) : REFUSED;
  return { ...result, output: null, state: 'output-error', errorText };
}
