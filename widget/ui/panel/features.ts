import type { AnyFeature } from '../feature/feature.ts';
import { actions } from '../features/actions/feature.ts';
import { adornments } from '../features/adornments/feature.ts';
import { attachments } from '../features/attachments/feature.ts';
import { botCheck } from '../features/bot-check/feature.ts';
import { citations } from '../features/citations/feature.ts';
import { consent } from '../features/consent/feature.ts';
import { contact } from '../features/contact/feature.ts';
import { drafts } from '../features/drafts/feature.ts';
import { editing } from '../features/editing/feature.ts';
import { failureReason } from '../features/failure-reason/feature.ts';
import { files } from '../features/files/feature.ts';
import { followUps } from '../features/follow-ups/feature.ts';
import { formulas } from '../features/formulas/feature.ts';
import { interrupts } from '../features/interrupts/feature.ts';
import { history } from '../features/history/feature.ts';
import { limits } from '../features/limits/feature.ts';
import { menu } from '../features/menu/feature.ts';
import { pageContext } from '../features/page-context/feature.ts';
import { queue } from '../features/queue/feature.ts';
import { renderer } from '../features/renderer/feature.ts';
import { resize } from '../features/resize/feature.ts';
import { theme } from '../features/theme/feature.ts';

/** The features of a panel. If several draw in one slot, they draw in this order, after those of `menu-features.ts`. */
export const FEATURES: readonly AnyFeature[] = [
  // `history` is not in `menu-features.ts`: its line that the storage is full must also appear if the menu was never opened.
  history,
  renderer,
  theme,
  pageContext,
  adornments,
  formulas,
  citations,
  menu,
  resize,
  contact,
  consent,
  editing,
  files,
  actions,
  interrupts,
  followUps,
  botCheck,
  limits,
  failureReason,
  attachments,
  queue,
  drafts,
];
