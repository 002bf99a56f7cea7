import { setTimeout as sleep } from 'node:timers/promises';
import { USER_AGENT } from '../pages/robot.ts';
import { isPublic, isSameSite } from '../pages/addresses.ts';

/** Bytes of one page, unpacked; the reading of a larger one is given up. */
const MAX_PAGE_BYTES = 5_000_000;
/** Seconds that a `Retry-After` may ask for; for longer the page fails. */
const MAX_RETRY_AFTER = 120;
const MAX_ATTEMPTS = 3;
const MAX_HOPS = 10;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** An address could not be read now, and perhaps can be later: a server's error, a time-out. */
export class Unreachable extends Error {}

/** The connection broke. Often it was idle, and the server closed it at the moment of the next request. */
class Disconnected extends Unreachable {}

/** A body has more bytes than allowed. Another request would not make it smaller. */
export class TooLarge extends Error {}

/** The statuses with which a login, a bot check or a rate limit in front of a site answers a robot, whatever the page. */
const REFUSALS = new Set([401, 403, 408, 429]);

/** Whether a status says nothing about the page itself: it is an error of the server, or a refusal. */
export function isUnreachable(status: number): boolean {
  return REFUSALS.has(status) || status >= 500;
}

/** Headers of an earlier response, by which the server can tell that the page has not changed. */
export interface Validators {
  readonly etag?: string | undefined;
  readonly modified?: string | undefined;
}

/** A response: with its whole body, or with the target of a redirect, or with another status. */
export interface Download {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  /** Empty unless the status is 200. */
  readonly body: Uint8Array;
  /** The absolute address of a redirect. */
  readonly location?: string | undefined;
}

/** How redirects are followed. */
export interface FollowOptions {
  /** Most bytes of the unpacked body. */
  readonly maxBytes?: number | undefined;
  /** Whether redirects to other public hosts are followed: sites may keep sitemaps and robots.txt there. */
  readonly isShared?: boolean;
}

/** How a `Downloader` behaves. */
export interface DownloaderOptions {
  readonly timeoutMs: number;
  /** Replaces the clock, in tests. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/**
 * Downloads addresses one after the other, with a pause between two requests. It waits for as long as `Retry-After` asks. A request
 * whose connection breaks is sent again, three times at most in all. Throws `Unreachable` for a time-out and a lost connection, and
 * `TooLarge` for a body that is too large, with messages for the report.
 */
export class Downloader {
  /** Milliseconds between the end of a request and the next one. */
  delayMs = 0;
  /** Bytes of all bodies, unpacked, those that were given up included. */
  bytes = 0;
  /** Requests that were answered with a body. */
  bodies = 0;
  readonly #options: DownloaderOptions;
  #isFirst = true;

  constructor(options: DownloaderOptions) {
    this.#options = options;
  }

  /** Sends one request. A redirect is returned, not followed. `maxBytes` limits the unpacked body. */
  async get(url: string, validators: Validators = {}, maxBytes = MAX_PAGE_BYTES): Promise<Download> {
    for (let attempt = 1; ; attempt++) {
      try {
        const download = await this.#getOnce(url, validators, maxBytes);
        const seconds = retryAfterOf(download);
        if (seconds === undefined || seconds > MAX_RETRY_AFTER || attempt === MAX_ATTEMPTS) return download;
        await this.#wait(seconds * 1_000);
      } catch (error) {
        if (!(error instanceof Disconnected) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /**
   * Sends a request and follows its redirects on the same site, with `isShared` to other public hosts, too. The message of what it
   * throws begins with the address.
   */
  async follow(
    url: string,
    { maxBytes = MAX_PAGE_BYTES, isShared = false }: FollowOptions = {},
  ): Promise<Download> {
    let next = url;
    try {
      for (let hop = 0; hop < MAX_HOPS; hop++) {
        const download = await this.get(next, {}, maxBytes);
        const { location } = download;
        if (location === undefined) return download;
        if (!isSameSite(location, url) && !(isShared && isPublic(location)))
          throw new Error(`leads to ${location}, which is not of this site`);
        next = location;
      }
    } catch (error) {
      const Kind = error instanceof Unreachable ? Unreachable : Error;
      throw new Kind(`${url}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
    throw new Error(`${url}: more than ${MAX_HOPS} redirects`);
  }

  /** Waits for so many times the pause between two requests. */
  pause(times: number): Promise<void> {
    return this.#wait(this.delayMs * times);
  }

  async #getOnce(url: string, { etag, modified }: Validators, maxBytes: number): Promise<Download> {
    if (!this.#isFirst) await this.#wait(this.delayMs);
    this.#isFirst = false;
    const headers = new Headers({ 'user-agent': USER_AGENT, accept: 'text/html, */*;q=0.5' });
    if (etag !== undefined) headers.set('if-none-match', etag);
    if (modified !== undefined) headers.set('if-modified-since', modified);
    const { timeoutMs } = this.#options;
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(url, { headers, redirect: 'manual', signal });
      const body = response.status === 200 ? await this.#read(response, maxBytes) : new Uint8Array();
      if (response.status !== 200) await response.body?.cancel();
      return {
        url,
        status: response.status,
        headers: response.headers,
        body,
        location: locationOf(response, url),
      };
    } catch (error) {
      if (error instanceof TooLarge) throw error;
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      const Kind = isLate ? Unreachable : Disconnected;
      throw new Kind(isLate ? `no answer in ${timeoutMs / 1_000} s` : reasonOf(error), { cause: error });
    }
  }

  /** Reads a body, counting bytes after they are unpacked: a small file that unpacks to gigabytes ends here, too. */
  async #read(response: Response, maxBytes: number): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      this.bytes += chunk.byteLength;
      if (size > maxBytes) throw new TooLarge(`larger than ${maxBytes / 1_000_000} MB`);
      chunks.push(chunk);
    }
    this.bodies++;
    return Buffer.concat(chunks);
  }

  async #wait(ms: number): Promise<void> {
    if (ms > 0) await (this.#options.wait ?? sleep)(ms);
  }
}

function locationOf({ status, headers }: Response, url: string): string | undefined {
  const location = headers.get('location');
  return REDIRECTS.has(status) && location !== null ? URL.parse(location, url)?.href : undefined;
}

/** Seconds that a server asks to wait for, by a number or a date. Only with status 429 and 503. */
function retryAfterOf({ status, headers }: Download): number | undefined {
  const value = headers.get('retry-after');
  if (value === null || (status !== 429 && status !== 503)) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const detail = cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : undefined;
  return `no connection (${detail ?? error.message})`;
}
