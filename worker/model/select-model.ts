import { ChatError } from '../../widget/protocol/chat-error.ts';
import type { Env } from '../env.ts';
import type { Model } from '../ports.ts';
import { extractiveModel } from './extractive.ts';
import { openAiCompatibleModel } from './openai-compatible.ts';
import { workersAiModel } from './workers-ai.ts';

/** Who answers. */
export type Provider = 'workers-ai' | 'openai' | 'extractive';

/**
 * The provider that the configuration names, or the one `auto` comes to. It depends on nothing but the
 * configuration, so a failing model never turns into quoted passages. Throws `not-configured`.
 */
export function providerOf(env: Env): Provider {
  switch (env.CHAT_PROVIDER ?? 'auto') {
    case 'auto':
      if (env.MODEL_BASE_URL) return 'openai';
      return env.AI !== undefined && env.LOCAL !== '1' ? 'workers-ai' : 'extractive';
    case 'workers-ai':
      if (env.AI === undefined)
        throw new ChatError('not-configured', 'CHAT_PROVIDER workers-ai needs the AI binding');
      return 'workers-ai';
    case 'openai':
      if (!URL.canParse(env.MODEL_BASE_URL ?? '')) {
        throw new ChatError('not-configured', 'CHAT_PROVIDER openai needs MODEL_BASE_URL, an absolute URL');
      }
      return 'openai';
    case 'extractive':
      return 'extractive';
    default:
      throw new ChatError('not-configured', 'CHAT_PROVIDER must be auto, workers-ai, openai or extractive');
  }
}

/** The model for a request. Throws `not-configured`. */
export function selectModel(env: Env): Model {
  const provider = providerOf(env);
  if (provider === 'openai') return openAiCompatibleModel(env);
  return provider === 'workers-ai' && env.AI ? workersAiModel(env.AI, env) : extractiveModel;
}
