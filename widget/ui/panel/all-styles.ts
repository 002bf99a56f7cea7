import { citationsStyles } from '../citations/citations.styles.ts';
import { composerStyles } from '../composer/composer.styles.ts';
import { failuresStyles } from '../failures/failures.styles.ts';
import { markdownStyles } from '../message/markdown.styles.ts';
import { sectionStyles } from '../message/section.styles.ts';
import { messageStyles } from '../message/message.styles.ts';
import { questionBodyStyles } from '../message/question-body.styles.ts';
import { answerRoomStyles } from '../transcript/answer-room.styles.ts';
import { transcriptStyles } from '../transcript/transcript.styles.ts';
import { headerStyles } from './header.styles.ts';
import { firstViewStyles } from './first-view.styles.ts';
import { motionStyles } from './motion.styles.ts';
import { themeStyles } from '../theme/theme.styles.ts';
import { panelStyles } from './panel.styles.ts';
import { printStyles } from './print.styles.ts';
import { languageStyles } from './languages.styles.ts';
import { sheetStyles } from './sheet.styles.ts';
import { tokens } from './tokens.styles.ts';

/** The style sheets that come with the panel, in the order of the cascade. */
export const PANEL_STYLES: readonly string[] = [
  tokens,
  panelStyles,
  headerStyles,
  transcriptStyles,
  answerRoomStyles,
  messageStyles,
  questionBodyStyles,
  markdownStyles,
  sectionStyles,
  citationsStyles,
  failuresStyles,
  composerStyles,
  languageStyles,
  firstViewStyles,
  motionStyles,
  themeStyles,
  sheetStyles,
  printStyles,
];
