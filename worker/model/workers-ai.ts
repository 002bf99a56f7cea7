import { ChatError } from '../../widget/protocol/chat-error.ts';
import { positiveInteger, type AiBinding, type Env } from '../env.ts';
import type { Model, ModelRequest } from '../ports.ts';
import { streamingModel } from './streaming-model.ts';

const DEFAULTS: Env = {
  MODEL: '@cf/zai-org/glm-4.7-flash',
  MODEL_FALLBACK: '@cf/google/gemma-4-26b-a4b-it',
};

/** How often a gateway may ask one model. */
const ATTEMPTS = [1, 2, 3, 4, 5] as const;

/** These think unless told not to, and can spend all their tokens on it. */
const THINKS = /\/(?:glm-|qwen3|gemma-4|nemotron|kimi)/;

/** Workers AI through its binding, both stream shapes; the next model when one is absent or out of capacity. */
export function workersAiModel(ai: AiBinding, env: Env): Model {
  return streamingModel({ ...DEFAULTS, ...env }, (name, inputs, request) => {
    const { signal } = request;
    const thinking = THINKS.test(name) ? { chat_template_kwargs: { enable_thinking: false } } : {};
    const options = { returnRawResponse: true, signal, ...gatewayOf(env, request) } as const;
    return ai.run(name, { ...inputs, ...thinking }, options).catch((error: unknown) => refuse(error, signal));
  });
}

/**
 * The cache of a gateway knows identical requests only: worth asking for a first question, and wrong for any other.
 * What a page says about its visitor is never kept there.
 */
function gatewayOf(env: Env, { queryId, messages, metadata }: ModelRequest) {
  if (!env.AI_GATEWAY_ID) return {};
  const cacheTtl = positiveInteger(env.AI_GATEWAY_CACHE_TTL, 0);
  const isShared = messages.length === 1 && Object.keys(metadata).length === 0;
  const isCached = isShared && cacheTtl > 0 && env.AI_GATEWAY_SKIP_CACHE !== '1';
  const cache = isCached ? { cacheTtl } : {};
  const maxAttempts = ATTEMPTS.find((attempts) => attempts === Number(env.AI_GATEWAY_RETRIES));
  const retries = maxAttempts ? { retries: { maxAttempts } } : {};
  return {
    gateway: { id: env.AI_GATEWAY_ID, skipCache: !isCached, ...cache, ...retries, metadata: { queryId } },
  };
}

/** A refusal of the model is a response; the binding throws only when there was no model to ask. */
function refuse(error: unknown, signal: AbortSignal): never {
  signal.throwIfAborted();
  const isLocal = String(error).includes('needs to be run remotely');
  const reason = isLocal ? 'Workers AI needs an account: leave out --local' : 'Workers AI cannot be reached';
  throw new ChatError(isLocal ? 'not-configured' : 'model-failed', reason, { cause: String(error) });
}
