import type { ChatHost } from '../element/chat-host.ts';

/** Tells the site's developer when a chat has come onto the page with nothing to send to. Visitors see nothing. */
export async function reportMissingEndpoint(host: ChatHost): Promise<void> {
  await host.updateComplete;
  // Frameworks set properties right after connecting: give them until the next task.
  setTimeout(() => {
    // oxlint-disable-next-line no-console -- only the site's developer can change it; visitors see nothing
    if (!host.hasBackend) console.error('<cf-ai-chat>: set endpoint="…/api/chat"');
  });
}
