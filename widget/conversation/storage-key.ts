/** The version of all records that are stored as JSON. It stands in their keys: a release never sees records of another one. */
const VERSION = 1;

/**
 * The name under which a chat stores a flag or a size: `cf-ai-chat:shop:size` for the part `size` of the instance `shop`.
 *
 * @example
 * storageKey('shop'); // 'cf-ai-chat:shop'
 * storageKey('shop', 'size'); // 'cf-ai-chat:shop:size'
 */
export function storageKey(instance: string, part?: string): string {
  return `cf-ai-chat:${instance}${part ? `:${part}` : ''}`;
}

/**
 * The name under which a chat stores a record.
 *
 * @example
 * recordKey('shop', 'now'); // 'cf-ai-chat:shop:v1:now', the id of the conversation that is shown
 */
export function recordKey(instance: string, part: string): string {
  return storageKey(instance, `v${VERSION}:${part}`);
}
