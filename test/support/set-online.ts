/** Sets `navigator.onLine` and fires the event `online` or `offline`. Undefined restores the browser's own value, without an event. */
export function setOnline(isOnline: boolean | undefined): void {
  if (isOnline === undefined) Reflect.deleteProperty(navigator, 'onLine');
  else Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  if (isOnline !== undefined) dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}
