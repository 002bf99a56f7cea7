import { ChatError } from '../../widget/protocol/chat-error.ts';
import type { Env } from '../env.ts';
import type { Model } from '../ports.ts';
import { extractiveModel } from './extractive.ts';
import { openAiCompatibleModel } from './openai-compatible.ts';
import { workersAiModel } from './workers-ai.ts';

const PROVIDERS = ['workers-ai', 'openai', 'extractive'] as const;

/** Who answers. */
export type Provider = (typeof PROVIDERS)[number];

/**
 * The provider that the configuration names, or the one `auto` comes to. It depends on nothing but the
 * configuration, so a failing model never turns into quoted passages. Throws `not-configured`.
 */
export function providerOf(env: Env): Provider {
  const { AI, MODEL_BASE_URL, LOCAL, CHAT_PROVIDER = 'auto' } = env;
  const automatic = MODEL_BASE_URL ? 'openai' : AI && LOCAL !== '1' ? 'workers-ai' : 'extractive';
  const named = CHAT_PROVIDER === 'auto' ? automatic : CHAT_PROVIDER;
  const provider = PROVIDERS.find((known) => known === named);
  if (provider === undefined)
    throw new ChatError('not-configured', `CHAT_PROVIDER must be auto or one of ${PROVIDERS.join(', ')}`);
  if (provider === 'workers-ai' && AI === undefined)
    throw new ChatError('not-configured', 'CHAT_PROVIDER workers-ai needs the AI binding');
  if (provider === 'openai' && !URL.canParse(MODEL_BASE_URL ?? ''))
    throw new ChatError('not-configured', 'CHAT_PROVIDER openai needs MODEL_BASE_URL, an absolute URL');
  return provider;
}

/** The model for a request. Throws `not-configured`. */
export function selectModel(env: Env): Model {
  const provider = providerOf(env);
  if (provider === 'openai') return openAiCompatibleModel(env);
  return provider === 'workers-ai' && env.AI ? workersAiModel(env.AI, env) : extractiveModel;
}
