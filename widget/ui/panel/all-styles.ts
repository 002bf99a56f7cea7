import { citationsStyles } from '../features/citations/citations.styles.ts';
import { composerStyles } from '../composer/composer.styles.ts';
import { failuresStyles } from '../chat/failures.styles.ts';
import { markdownStyles } from '../chat/markdown.styles.ts';
import { messageStyles } from '../chat/message.styles.ts';
import { questionBodyStyles } from '../chat/question-body.styles.ts';
import { answerRoomStyles } from '../chat/answer-room.styles.ts';
import { transcriptStyles } from '../chat/transcript.styles.ts';
import { headerStyles } from '../frame/header.styles.ts';
import { firstViewStyles } from '../frame/first-view.styles.ts';
import { motionStyles } from '../frame/motion.styles.ts';
import { themeStyles } from '../features/theme/theme.styles.ts';
import { panelStyles } from '../frame/panel.styles.ts';
import { printStyles } from '../frame/print.styles.ts';
import { languageStyles } from '../frame/languages.styles.ts';
import { sheetStyles } from '../frame/sheet.styles.ts';
import { tokens } from '../frame/tokens.styles.ts';

/**
 * All styles of the panel, in the order of the cascade. Joined into one sheet, because browsers match styles again for each
 * added sheet.
 */
export const PANEL_STYLES: string = [
  tokens,
  panelStyles,
  headerStyles,
  transcriptStyles,
  answerRoomStyles,
  messageStyles,
  questionBodyStyles,
  markdownStyles,
  citationsStyles,
  failuresStyles,
  composerStyles,
  languageStyles,
  firstViewStyles,
  motionStyles,
  themeStyles,
  sheetStyles,
  printStyles,
].join('');
