import type { Notices } from './chat-panel.ts';
import { PartLoader } from './part-loader.ts';

/** Loads the notices at the launcher when one is needed for the first time: a picture, an unread answer, or the teaser. */
export class NoticesLoader extends PartLoader<Notices> {
  /** Whether the chat was opened, so that the teaser is not needed any more. */
  hasOpened = false;
}
