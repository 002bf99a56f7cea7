import { languageKey } from './language-key.ts';
import { LAUNCHER_LABELS } from './launcher-label.table.ts';

/**
 * The launcher's accessible name in a language (a BCP 47 tag), and the language of that name: English if there are no strings
 * in the language.
 */
export function launcherLabel(language: string): { readonly openChat: string; readonly language: string } {
  const openChat = LAUNCHER_LABELS[languageKey(language)];
  return openChat ? { openChat, language } : { openChat: LAUNCHER_LABELS.en, language: 'en' };
}
