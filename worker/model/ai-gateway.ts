import type { GatewayOptions, GatewayRetries } from '@cloudflare/workers-types';
import { isObject, parseJson } from '../../widget/protocol/json.ts';
import { positiveInteger, type Env } from '../env.ts';
import type { ModelRequest } from '../model-port.ts';

const BACKOFFS = new Set(['constant', 'linear', 'exponential']);

/**
 * The options of AI Gateway for a request; undefined where no gateway is set. The gateway caches whole requests. So only the first
 * question of a conversation, without metadata, may be answered from its cache. It is sent no metadata about the visitor.
 *
 * @example
 * gatewayOf({ AI_GATEWAY_ID: 'shop', AI_GATEWAY_RETRIES: 3 }, request);
 * // { id: 'shop', skipCache: true, retries: { maxAttempts: 3 }, metadata: { queryId: 'q_1' } }
 */
export function gatewayOf(
  env: Env,
  { queryId, messages, metadata }: ModelRequest,
): GatewayOptions | undefined {
  if (!env.AI_GATEWAY_ID) return undefined;
  const cacheTtl = positiveInteger(env.AI_GATEWAY_CACHE_TTL, 0);
  const isShared = messages.length === 1 && Object.keys(metadata).length === 0;
  const isCached = isShared && cacheTtl > 0 && env.AI_GATEWAY_SKIP_CACHE !== '1';
  const retries = retriesOf(env.AI_GATEWAY_RETRIES);
  return {
    id: env.AI_GATEWAY_ID,
    skipCache: !isCached,
    ...(isCached && { cacheTtl }),
    ...(retries && { retries }),
    metadata: { queryId },
  };
}

/**
 * Reads the setting `AI_GATEWAY_RETRIES`. A value that the gateway would refuse counts as not set.
 * https://developers.cloudflare.com/ai-gateway/configuration/request-handling/#request-retries
 */
function retriesOf(value: Env['AI_GATEWAY_RETRIES']): GatewayRetries | undefined {
  const json = typeof value === 'string' ? parseJson(value) : value;
  const retries: unknown = isObject(json) ? json : { maxAttempts: json };
  return isRetries(retries) ? retries : undefined;
}

function isRetries(retries: unknown): retries is GatewayRetries {
  return (
    isObject(retries) &&
    Object.entries(retries).every(([name, value]) => {
      if (name === 'backoff') return BACKOFFS.has(String(value));
      const [least, most] = name === 'maxAttempts' ? [1, 5] : name === 'retryDelayMs' ? [0, 5_000] : [1, 0];
      return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
    })
  );
}
