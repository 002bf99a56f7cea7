import type { AnyFeature } from '../feature/feature.ts';
import { consentMenu } from '../features/consent/consent-menu.ts';
import { contactMenu } from '../features/contact/contact-menu.ts';
import { copyConversation } from '../features/copy-conversation/feature.ts';
import { exporting } from '../features/export/feature.ts';
import { historyMenu } from '../features/history/history-menu.ts';
import { resizeMenu } from '../features/resize/resize-menu.ts';

/** The features to which only the menu leads, and the lines of others. They come with the menu's code, in the order of its lines. */
export const MENU_FEATURES: readonly AnyFeature[] = [
  historyMenu,
  resizeMenu,
  exporting,
  copyConversation,
  contactMenu,
  consentMenu,
];
