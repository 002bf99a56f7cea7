/** A combination of keys that was read from a setting. */
export interface Hotkey {
  /** As `KeyboardEvent.key` has it, in lower case. */
  readonly key: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

const APPLE = /^(?:Mac|iP)/;

/**
 * Reads a combination of keys; undefined where it names no key. `mod` is Command on Apple's devices and Control elsewhere.
 *
 * @param platform as in `navigator.platform`
 *
 * @example
 * parseHotkey('mod+k', 'MacIntel'); // { key: 'k', meta: true, ctrl: false, alt: false, shift: false }
 */
export function parseHotkey(text: string, platform: string = navigator.platform): Hotkey | undefined {
  const names = text
    .toLowerCase()
    .trim()
    .split(/\s*\+\s*/);
  const key = names.pop() ?? '';
  const mod = APPLE.test(platform) ? 'meta' : 'ctrl';
  const held = new Set(
    names.map(
      (name) => ({ mod, cmd: 'meta', command: 'meta', control: 'ctrl', option: 'alt' })[name] ?? name,
    ),
  );
  if (key === '' || [...held].some((name) => !/^(?:ctrl|meta|alt|shift)$/.test(name))) return undefined;
  return {
    key,
    ctrl: held.has('ctrl'),
    meta: held.has('meta'),
    alt: held.has('alt'),
    shift: held.has('shift'),
  };
}

/** Whether a key press is the combination. */
export function isHotkey(event: KeyboardEvent, hotkey: Hotkey): boolean {
  // A browser that fills a form fires key events without a key.
  const { key = '', code = '' } = event;
  const isLetter = /^[a-z]$/.test(hotkey.key);
  // The letters of other scripts stand on the same keys: Ctrl+K is Ctrl+Л on a Russian keyboard.
  const isKey =
    key.toLowerCase() === hotkey.key ||
    (isLetter && !/^[\0-\x7F]/.test(key) && code === `Key${hotkey.key.toUpperCase()}`);
  return (
    isKey &&
    !event.isComposing &&
    event.ctrlKey === hotkey.ctrl &&
    event.metaKey === hotkey.meta &&
    event.altKey === hotkey.alt &&
    // Some keyboards have a sign such as `/` on a key with Shift.
    (event.shiftKey === hotkey.shift || (!isLetter && !hotkey.shift && key.length === 1))
  );
}
