import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';

type EndpointHost = ReactiveControllerHost & { readonly hasBackend: boolean };

/** Tells the site's developer, once, that the chat has nothing to send to. Visitors see nothing. */
export class MissingEndpointReport implements ReactiveController {
  readonly #host: EndpointHost;
  #isReported = false;

  constructor(host: EndpointHost) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdated(): void {
    if (this.#host.hasBackend || this.#isReported) return;
    this.#isReported = true;
    // Frameworks set properties right after connecting: give them until the next task.
    setTimeout(() => {
      if (this.#host.hasBackend) return;
      // oxlint-disable-next-line no-console -- only the site's developer can change it; visitors see nothing
      console.error('<cf-ai-chat>: set endpoint="…/api/chat"');
    });
  }
}
