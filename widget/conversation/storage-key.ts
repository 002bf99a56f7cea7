/**
 * The name under which a chat stores one thing: `cf-ai-chat:shop` for the transcript of the instance `shop`, and
 * `cf-ai-chat:shop:size` for its part `size`.
 *
 * @example
 * storageKey('shop'); // 'cf-ai-chat:shop'
 * storageKey('shop', 'size'); // 'cf-ai-chat:shop:size'
 */
export function storageKey(instance: string, part?: string): string {
  return `cf-ai-chat:${instance}${part ? `:${part}` : ''}`;
}
