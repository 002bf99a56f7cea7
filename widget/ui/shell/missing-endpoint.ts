import type { ChatHost } from '../element/chat-host.ts';

/** Reports to the developer that a chat on the page has no backend. Visitors see nothing. */
export async function reportMissingEndpoint(host: ChatHost): Promise<void> {
  await host.updateComplete;
  // Frameworks set properties right after connecting the element: check in the next task.
  setTimeout(() => {
    // oxlint-disable-next-line no-console -- only the site's developer can change it; visitors see nothing
    if (!host.hasBackend) console.error('<cf-ai-chat>: set endpoint="…/api/chat"');
  });
}
