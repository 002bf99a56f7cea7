import type { ChatHost } from '../element/chat-host.ts';

/** Loads the styles of the panel's frame, if `launcher.js` has not added them. */
export async function loadFrame(host: ChatHost): Promise<void> {
  if (!host.launcher.current) (await import('./add-frame.ts')).addFrame(host);
}
