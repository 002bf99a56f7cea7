import type { Resolvable } from './chat-settings-element.ts';

/** The value of a setting that may be a function, or a promise. */
export async function resolve<T>(value: Resolvable<T> | undefined): Promise<T | undefined> {
  return typeof value === 'function' ? (value as () => T | Promise<T>)() : value;
}
