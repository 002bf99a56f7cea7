/** A key combination from a setting. */
export interface Hotkey {
  /** The `KeyboardEvent.key`, in lower case. */
  readonly key: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

const APPLE = /^(?:Mac|iP)/;

/**
 * Parses a key combination; undefined where it is invalid. `mod` is Command on Apple devices and Control elsewhere.
 *
 * @param platform the value of `navigator.platform`
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
  // When the browser fills a form, it fires key events without a key.
  const { key = '', code = '' } = event;
  const isLetter = /^[a-z]$/.test(hotkey.key);
  // On keyboards of other scripts, use the position of the key: Ctrl+K is Ctrl+Л on a Russian keyboard.
  const isKey =
    key.toLowerCase() === hotkey.key ||
    (isLetter && !/^[\0-\x7F]/.test(key) && code === `Key${hotkey.key.toUpperCase()}`);
  return (
    isKey &&
    !event.isComposing &&
    event.ctrlKey === hotkey.ctrl &&
    event.metaKey === hotkey.meta &&
    event.altKey === hotkey.alt &&
    // Ignore Shift for signs such as `/`, which some keyboards type with Shift.
    (event.shiftKey === hotkey.shift || (!isLetter && !hotkey.shift && key.length === 1))
  );
}
