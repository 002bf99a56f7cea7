import type { ChatHost } from '../element/chat-host.ts';

/** Brings the styles of the panel's frame where `launcher.js` did not. */
export async function loadFrame(host: ChatHost): Promise<void> {
  if (!host.launcher.current) (await import('./add-frame.ts')).addFrame(host);
}
