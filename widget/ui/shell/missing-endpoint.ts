import type { ChatHost } from '../element/chat-host.ts';

/** Tells the site's developer, once, when a chat has nothing to send to. Visitors see nothing. */
export function reportMissingEndpoint(host: ChatHost): void {
  let isReported = false;
  const hostUpdated = (): void => {
    if (host.hasBackend || isReported) return;
    isReported = true;
    // Frameworks set properties right after connecting: give them until the next task.
    setTimeout(() => {
      if (host.hasBackend) return;
      // oxlint-disable-next-line no-console -- only the site's developer can change it; visitors see nothing
      console.error('<cf-ai-chat>: set endpoint="…/api/chat"');
    });
  };
  host.addController({ hostUpdated });
}
