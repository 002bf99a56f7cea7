/** A backend's feedback route, in place of the page's `fetch`. */
export class FakeFeedback {
  /** The bodies that were sent, oldest first. */
  readonly bodies: unknown[] = [];
  readonly urls: string[] = [];
  readonly headers: Headers[] = [];
  /** The HTTP status that ratings are answered with. */
  status = 204;
  readonly #fetch = globalThis.fetch;

  constructor() {
    globalThis.fetch = (input, init) => {
      this.urls.push(String(input));
      this.bodies.push(JSON.parse(String(init?.body)));
      this.headers.push(new Headers(init?.headers));
      return Promise.resolve(new Response(null, { status: this.status }));
    };
  }

  /** Gives the page its `fetch` back. */
  restore(): void {
    globalThis.fetch = this.#fetch;
  }
}
