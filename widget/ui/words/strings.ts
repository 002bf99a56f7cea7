import type { ChatErrorCode } from '../../protocol/chat-error.ts';
import type { AdornmentWords } from './adornment-words.ts';
import type { en } from './en.ts';
import type { ServiceWords } from './service-words.ts';
import type { ShellWords } from './shell-words.ts';

/** The words of the panel in one language; `errors` by closed error code. */
export type PanelWords = Readonly<Omit<typeof en, 'errors'>> & {
  readonly errors: Readonly<Record<ChatErrorCode, string>>;
};

/** Every word the interface shows before its first answer. */
export type Strings = ShellWords & PanelWords;

/** Words that replace the built-in ones; whatever is left out stays. */
export type StringOverrides = Partial<Omit<Strings & ServiceWords & AdornmentWords, 'errors' | 'locale'>> & {
  readonly errors?: Partial<Record<ChatErrorCode, string>>;
};

/** Lays overrides over a language's words, and those over the shell's. */
export function mergeStrings(shell: ShellWords, base: PanelWords, overrides: StringOverrides = {}): Strings {
  return { ...shell, ...base, ...overrides, errors: { ...base.errors, ...overrides.errors } };
}

/** Fills `{name}` in a string. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
