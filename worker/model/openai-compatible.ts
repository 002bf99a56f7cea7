import { listOf, positiveInteger, type Env } from '../env.ts';
import type { Model } from '../ports.ts';
import { MAX_TOKENS, streamingModel } from './streaming-model.ts';
import { accept, UpstreamError } from './upstream-error.ts';

/**
 * Any server with the OpenAI chat completions interface at `MODEL_BASE_URL`. Without `MODEL` none is named in the
 * request, which is right for servers that have just one.
 */
export function openAiCompatibleModel(env: Env): Model {
  const url = new URL(env.MODEL_BASE_URL ?? '');
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  const headers = {
    'Content-Type': 'application/json',
    ...(env.MODEL_API_KEY ? { Authorization: `Bearer ${env.MODEL_API_KEY}` } : {}),
  };
  // OpenAI itself refuses the older name for its newer models; all others know only that one.
  const limit = url.hostname === 'api.openai.com' ? 'max_completion_tokens' : 'max_tokens';
  const options = {
    stream: true,
    stream_options: { include_usage: true },
    [limit]: positiveInteger(env.MAX_TOKENS, MAX_TOKENS),
  };
  return streamingModel({
    names: [env.MODEL ?? '', ...listOf(env.MODEL_FALLBACK)],
    persona: env.SYSTEM_PROMPT,
    open: async (name, messages, { signal }) => {
      const body = JSON.stringify({ ...(name === '' ? {} : { model: name }), messages, ...options });
      try {
        return await accept(await fetch(url, { method: 'POST', headers, body, signal }));
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        throw new UpstreamError(undefined, 'the model server cannot be reached', { detail: error.message });
      }
    },
  });
}
