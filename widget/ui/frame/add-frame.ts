import { addStyles } from '../base/css.ts';
import type { ChatHost } from '../element/chat-host.ts';
import { frameStyles } from './frame.styles.ts';

/** Adds the styles of the panel's frame to a chat that has got none from `launcher.js`. */
export function addFrame({ renderRoot }: ChatHost): void {
  addStyles(renderRoot as ShadowRoot, frameStyles);
}
