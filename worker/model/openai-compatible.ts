import { readObject } from '../../widget/protocol/json.ts';
import type { Env } from '../env.ts';
import type { Model } from '../model-port.ts';
import { streamingModel } from './streaming-model.ts';

/** A request on a connection that the server had closed already fails within this time. */
const AT_ONCE_MS = 500;

/**
 * A server with the interface of OpenAI's chat completions at `MODEL_BASE_URL`. Without `MODEL` the request names none, which is
 * right for servers that have just one. Servers such as uvicorn close a connection that was idle for five seconds, perhaps just as
 * a question is sent on it. So a request whose connection is lost at once is sent once more. One that is lost later is not: the
 * server may have begun to answer.
 */
export function openAiCompatibleModel(env: Env): Model {
  const url = new URL(env.MODEL_BASE_URL ?? '');
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  const headers = {
    'Content-Type': 'application/json',
    ...(env.MODEL_API_KEY ? { Authorization: `Bearer ${env.MODEL_API_KEY}` } : {}),
  };
  // OpenAI refuses `max_tokens` for its newer models; all other servers know only that name.
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
