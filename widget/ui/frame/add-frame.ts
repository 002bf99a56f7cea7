import { addStyles } from '../base/css.ts';
import type { ChatHost } from '../element/chat-host.ts';
import { frameStyles } from './frame.styles.ts';

/** Adds the styles of the panel's frame to a chat, if `launcher.js` has not added them. */
export function addFrame({ renderRoot }: ChatHost): void {
  addStyles(renderRoot as ShadowRoot, frameStyles);
}
