import type { AiBinding, Env } from '../env.ts';
import type { Model } from '../model-port.ts';
import { gatewayOf } from './ai-gateway.ts';
import { streamingModel } from './streaming-model.ts';

const DEFAULT_MODELS: Env = {
  MODEL: '@cf/zai-org/glm-4.7-flash',
  MODEL_FALLBACK: '@cf/google/gemma-4-26b-a4b-it',
};

/** Models that think unless told not to. They can spend all their tokens on it. */
const THINKING_MODELS = /\/(?:glm-|qwen3|gemma-4|nemotron|kimi)/;

/**
 * Workers AI through its binding, with both of its stream formats. The next model is asked when one is absent or out of capacity.
 */
export function workersAiModel(ai: AiBinding, env: Env): Model {
  return streamingModel({ ...DEFAULT_MODELS, ...env }, (name, inputs, request) => {
    const { signal } = request;
    const thinking = THINKING_MODELS.test(name) ? { chat_template_kwargs: { enable_thinking: false } } : {};
    const gateway = gatewayOf(env, request);
    const options = { returnRawResponse: true, signal, ...(gateway && { gateway }) } as const;
    return ai.run(name, { ...inputs, ...thinking }, options);
  });
}
