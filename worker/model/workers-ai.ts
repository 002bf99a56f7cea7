import { ChatError } from '../../widget/protocol/chat-error.ts';
import type { AiBinding, Env } from '../env.ts';
import type { Model } from '../ports.ts';
import { gatewayOf } from './ai-gateway.ts';
import { streamingModel } from './streaming-model.ts';

const DEFAULTS: Env = {
  MODEL: '@cf/zai-org/glm-4.7-flash',
  MODEL_FALLBACK: '@cf/google/gemma-4-26b-a4b-it',
};

/** These think unless told not to, and can spend all their tokens on it. */
const THINKS = /\/(?:glm-|qwen3|gemma-4|nemotron|kimi)/;

/** Workers AI through its binding, both stream shapes; the next model when one is absent or out of capacity. */
export function workersAiModel(ai: AiBinding, env: Env): Model {
  return streamingModel({ ...DEFAULTS, ...env }, (name, inputs, request) => {
    const { signal } = request;
    const thinking = THINKS.test(name) ? { chat_template_kwargs: { enable_thinking: false } } : {};
    const gateway = gatewayOf(env, request);
    const options = { returnRawResponse: true, signal, ...(gateway && { gateway }) } as const;
    return ai.run(name, { ...inputs, ...thinking }, options).catch((error: unknown) => refuse(error, signal));
  });
}

/** A refusal of the model is a response; the binding throws only when there was no model to ask. */
function refuse(error: unknown, signal: AbortSignal): never {
  signal.throwIfAborted();
  const isLocal = String(error).includes('needs to be run remotely');
  const reason = isLocal ? 'Workers AI needs an account: leave out --local' : 'Workers AI cannot be reached';
  throw new ChatError(isLocal ? 'not-configured' : 'model-failed', reason, { cause: String(error) });
}
