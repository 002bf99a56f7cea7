/** A server that lives in the page. */
export interface PageServer {
  /** Whether an address is one of this server's. */
  serves(url: URL): boolean;
  /** Like the browser's `fetch`: rejects with a TypeError where there is no connection. */
  fetch(url: URL, init?: RequestInit): Promise<Response>;
}

/** Puts a server in front of the network: requests to its addresses never leave the page. */
export function serveOnThisPage(server: PageServer): void {
  const network = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    return server.serves(url) ? server.fetch(url, init) : network(input, init);
  };
}
