import { ChatError } from '../../widget/protocol/chat-error.ts';
import type { Env } from '../env.ts';
import type { Model } from '../model-port.ts';
import { extractiveModel } from './extractive.ts';
import { openAiCompatibleModel } from './openai-compatible.ts';
import { workersAiModel } from './workers-ai.ts';

/**
 * Chooses the model: the provider that `CHAT_PROVIDER` names, or the one that `auto` means. Only the configuration counts: a model
 * that fails is never replaced by quoted passages. Throws `not-configured`.
 *
 * @example
 * selectModel({}).provider; // 'extractive'
 * selectModel({ MODEL_BASE_URL: 'http://localhost:11434/v1' }).provider; // 'openai'
 */
export function selectModel(env: Env): { readonly provider: string; readonly model: Model } {
  const { AI, MODEL_BASE_URL, LOCAL, CHAT_PROVIDER = 'auto' } = env;
  const automatic = MODEL_BASE_URL ? 'openai' : AI && LOCAL !== '1' ? 'workers-ai' : 'extractive';
  const provider = CHAT_PROVIDER === 'auto' ? automatic : CHAT_PROVIDER;
  if (provider === 'extractive') return { provider, model: extractiveModel };
  if (provider === 'workers-ai' && AI) return { provider, model: workersAiModel(AI, env) };
  if (provider === 'openai' && URL.canParse(MODEL_BASE_URL ?? ''))
    return { provider, model: openAiCompatibleModel(env) };
  const needs = 'workers-ai needs the AI binding, openai an absolute URL as MODEL_BASE_URL';
  throw new ChatError(
    'not-configured',
    `CHAT_PROVIDER must be auto, workers-ai, openai or extractive; ${needs}`,
  );
}
