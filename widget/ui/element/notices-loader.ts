import type { Notices } from './chat-panel.ts';
import { PartLoader } from './part-loader.ts';

/** Loads the notices at the launcher when there is a first one: a picture, an answer that was not read, or the teaser. */
export class NoticesLoader extends PartLoader<Notices> {
  /** Whether the chat was opened: it needs no teaser any more. */
  hasOpened = false;
}
