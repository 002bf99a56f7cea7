import type { ConversationState } from '../../conversation/state.ts';
import type { ChatEvent } from '../../protocol/chat-event.ts';
import type { ChatRequest, Transport } from '../../protocol/transport.ts';
import type { Service, ServiceScene } from './service-view.ts';

/**
 * What is needed under answers, on refusals and for the bot check only, loaded when the first of them is there. As a
 * transport it passes the bot check.
 */
export class LazyService implements Transport {
  readonly #scene: ServiceScene;
  #service: Service | undefined;
  #isAsked = false;

  constructor(scene: ServiceScene) {
    this.#scene = scene;
  }

  /** Undefined until it is needed and loaded. */
  get current(): Service | undefined {
    return this.#service;
  }

  /** Call after every drawing. Never loads while the first answer is awaited; without it, the answer still stands. */
  follow(state: ConversationState): void {
    this.#service?.handleDrawn();
    if (this.#isAsked || !isUseful(state)) return;
    this.#isAsked = true;
    this.#load().catch(() => undefined);
  }

  async *send(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatEvent, void, undefined> {
    yield* (await this.#load()).send(request, signal);
  }

  async #load(): Promise<Service> {
    const { createService } = await import('./service.ts');
    this.#service ??= await createService(this.#scene);
    this.#scene.host.requestUpdate();
    return this.#service;
  }
}

/** There is an answer, and it stands; or a refusal that ends. */
function isUseful({ status, error, messages }: ConversationState): boolean {
  return status === 'error' ? error?.retryAfter !== undefined : status === 'ready' && messages.length > 1;
}
