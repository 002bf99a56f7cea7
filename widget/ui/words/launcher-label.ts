import { languageKey } from './language-key.ts';
import { LAUNCHER_LABELS } from './launcher-label.table.ts';

/** The name of a closed chat's launcher in a language (a BCP 47 tag), and the language that it is in: English where we do not speak it. */
export function launcherLabel(language: string): { readonly openChat: string; readonly language: string } {
  const openChat = LAUNCHER_LABELS[languageKey(language)];
  return openChat ? { openChat, language } : { openChat: LAUNCHER_LABELS.en, language: 'en' };
}
