import type { ChatSettingsElement } from './chat-settings-element.ts';

/** The colour schemes of a chat. */
export type ColorScheme = 'light' | 'dark';

/** The media query for a dark system. Pages with `auto` may follow the system too. */
export const DARK_SYSTEM = '(prefers-color-scheme: dark)';

/** The colour scheme of a chat, according to its `theme`. */
export function readColorScheme(element: ChatSettingsElement): ColorScheme {
  const { theme } = element;
  if (theme === 'light' || theme === 'dark') return theme;
  const isDark = theme === 'system' ? matchMedia(DARK_SYSTEM).matches : isPageDark(element);
  return isDark ? 'dark' : 'light';
}

/**
 * Whether the page around an element is dark: according to the scheme that it declares
 * (https://www.w3.org/TR/css-color-adjust-1/#color-scheme-prop), else by its background.
 */
function isPageDark(element: Element): boolean {
  // `shell.styles.ts` sets `column-rule-color: Canvas`, which draws nothing: its computed value is the page's base colour.
  const { colorScheme, columnRuleColor } = getComputedStyle(element);
  const isDeclared = colorScheme !== 'normal' || document.querySelector('meta[name="color-scheme"]');
  const backgrounds = [document.documentElement, document.body].map(
    (painted) => getComputedStyle(painted).backgroundColor,
  );
  const colors = [...(isDeclared ? [] : backgrounds), columnRuleColor];
  return (colors.map(readLightness).find((lightness) => lightness !== undefined) ?? 1) < 0.5;
}

/** The lightness of a computed colour, from 0 to 1; undefined for a colour that is mostly transparent. */
function readLightness(color: string): number | undefined {
  const [, notation = '', values = ''] = /^(\w+)\((?:[a-z][\w-]+ )?(.*)/.exec(color) ?? [];
  const [first = 1, second = 1, third = 1, alpha = 1] = (values.match(/[\d.]+/g) ?? []).map(Number);
  if (alpha < 0.5) return undefined;
  if (notation.startsWith('ok')) return first;
  if (notation.startsWith('l')) return first / 100;
  return (0.3 * first + 0.59 * second + 0.11 * third) / (notation === 'color' ? 1 : 255);
}
