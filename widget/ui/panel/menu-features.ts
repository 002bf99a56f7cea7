import type { AnyFeature } from '../feature/feature.ts';
import { consentMenu } from '../features/consent/consent-menu.ts';
import { contactMenu } from '../features/contact/contact-menu.ts';
import { copyConversation } from '../features/copy-conversation/feature.ts';
import { exporting } from '../features/export/feature.ts';
import { historyMenu } from '../features/history/history-menu.ts';
import { resizeMenu } from '../features/resize/resize-menu.ts';

/**
 * Features that only the menu opens, and menu lines of other features. Loaded with the menu's code; the order is that of its
 * lines.
 */
export const MENU_FEATURES: readonly AnyFeature[] = [
  historyMenu,
  resizeMenu,
  exporting,
  copyConversation,
  contactMenu,
  consentMenu,
];
