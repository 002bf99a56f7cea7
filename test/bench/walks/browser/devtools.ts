/** Parameters, or a result, of a command of the DevTools protocol. */
type Data = Readonly<Record<string, unknown>>;

/** An event of a session; `sessionId` is empty for the browser itself. */
export interface DevToolsEvent {
  readonly sessionId: string;
  readonly method: string;
  readonly params: Data;
}

interface Pending {
  readonly sessionId: string | undefined;
  readonly method: string;
  readonly resolve: (result: Data) => void;
  readonly reject: (error: Error) => void;
}

/** Longer than any command takes on a busy machine. */
const LIMIT_MS = 60_000;

/**
 * The DevTools protocol itself. Neither Playwright nor Puppeteer can be used for pages that come back: with the first nothing is
 * prerendered, and the second loses a tab whose kept page is restored after a prerendered one.
 */
export class DevTools {
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Set<(event: DevToolsEvent) => void>();
  #count = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#handle(JSON.parse(String(data))));
    socket.addEventListener('close', () => {
      for (const { method, reject } of this.#pending.values()) reject(new Error(`${method}: closed`));
      this.#pending.clear();
    });
  }

  static async connect(url: string): Promise<DevTools> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    return new DevTools(socket);
  }

  send<T = Data>(method: string, params: Data = {}, sessionId?: string): Promise<T> {
    this.#count += 1;
    const id = this.#count;
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new Error(`${method}: Timeout`));
      }, LIMIT_MS);
      this.#pending.set(id, {
        sessionId,
        method,
        resolve: (result) => {
          clearTimeout(timer);
          resolve(result as T);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  }

  /** Calls a function at each event; the function that is returned ends that. */
  listen(listener: (event: DevToolsEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #handle(message: {
    readonly id?: number;
    readonly method?: string;
    readonly params?: Data;
    readonly sessionId?: string;
    readonly result?: Data;
    readonly error?: { readonly message: string };
  }): void {
    const { id, method = '', params = {}, sessionId = '', result = {}, error } = message;
    if (id === undefined) {
      if (method === 'Target.detachedFromTarget') this.#drop(String(params['sessionId']));
      for (const listener of this.#listeners) listener({ sessionId, method, params });
      return;
    }
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (error) pending?.reject(new Error(`${pending.method}: ${error.message}`));
    else pending?.resolve(result);
  }

  /** The page of a session is gone, with all answers that were awaited of it. */
  #drop(session: string): void {
    for (const [id, { sessionId, method, reject }] of this.#pending) {
      if (sessionId !== session) continue;
      this.#pending.delete(id);
      reject(new Error(`${method}: the page is closed`));
    }
  }
}
