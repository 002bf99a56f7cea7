/** A response body to which the test adds pieces. */
export class OpenBody {
  isCancelled = false;
  readonly stream: ReadableStream<Uint8Array>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;

  constructor() {
    this.stream = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.isCancelled = true;
      },
    });
  }

  write(text: string): void {
    this.#controller.enqueue(new TextEncoder().encode(text));
  }

  break(): void {
    this.#controller.error(new TypeError('Load failed'));
  }

  respond(init: ResponseInit = {}): Response {
    return new Response(this.stream, { ...init, headers: { 'content-type': 'text/event-stream' } });
  }
}
