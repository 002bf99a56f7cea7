import { ChatError } from '../../protocol/chat-error.ts';
import type { ChatSettingsElement, Resolvable } from './chat-settings-element.ts';

/**
 * Resolves a setting that may be a function or a promise. Throws ChatError `internal` where it throws or rejects, and
 * `stalled` where it does not settle within `stallTimeout`; the error names the setting.
 */
export async function resolveSetting<Name extends 'headers' | 'body' | 'credentials'>(
  host: ChatSettingsElement,
  name: Name,
): Promise<
  (ChatSettingsElement[Name] extends Resolvable<infer Value> | undefined ? Value : never) | undefined
> {
  const facts = { setting: name };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const { stallTimeout } = host;
    const message = `${name}, set by the page, has not settled within ${stallTimeout / 1_000} seconds`;
    const stop = (): void => reject(new ChatError('stalled', message, { facts }));
    if (stallTimeout > 0) timer = setTimeout(stop, stallTimeout);
  });
  const resolve = async (): Promise<unknown> => {
    const value: unknown = host[name];
    return typeof value === 'function' ? (value as () => unknown)() : value;
  };
  try {
    return (await Promise.race([resolve(), late])) as never;
  } catch (cause) {
    if (cause instanceof ChatError) throw cause;
    throw new ChatError('internal', `${name}, set by the page, threw ${String(cause)}`, { cause, facts });
  } finally {
    clearTimeout(timer);
  }
}
