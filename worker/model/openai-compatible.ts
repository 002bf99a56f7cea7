import { readObject } from '../../widget/protocol/json.ts';
import type { Env } from '../env.ts';
import type { Model } from '../model-port.ts';
import { streamingModel } from './streaming-model.ts';

/** A connection that the server had closed is lost within this time. */
const AT_ONCE_MS = 500;

/**
 * Any server with the OpenAI chat completions interface at `MODEL_BASE_URL`. Without `MODEL` none is named in the
 * request, which is right for servers that have just one. A connection that is lost at once is tried once more: servers such
 * as uvicorn close one that was idle for five seconds, and may do so just as the question is sent on it. Later the server may have
 * been at work on the answer.
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
  return streamingModel(env, (name, { max_tokens, ...inputs }, { signal }) => {
    const options = { ...inputs, [limit]: max_tokens, stream_options: { include_usage: true } };
    const body = JSON.stringify({ model: name || undefined, ...options });
    const ask = () => fetch(url, { method: 'POST', headers, body, signal });
    const askedAt = Date.now();
    return ask().catch((error: unknown) => {
      const wasAtWork = Date.now() - askedAt > AT_ONCE_MS;
      if (readObject(error)['retryable'] !== true || wasAtWork) throw error;
      return ask();
    });
  });
}
