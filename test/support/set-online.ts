/** Makes the browser say that it is online, or not; undefined: what it says by itself. Pages hear of a change. */
export function setOnline(isOnline: boolean | undefined): void {
  if (isOnline === undefined) Reflect.deleteProperty(navigator, 'onLine');
  else Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  if (isOnline !== undefined) dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}
