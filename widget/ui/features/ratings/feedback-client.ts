import { readEndpoint } from '../../../protocol/endpoint.ts';
import type { ChatHost } from '../../element/chat-host.ts';
import { resolveSetting } from '../../element/resolvable.ts';

/** The body of a feedback request. */
export interface Feedback {
  readonly queryId: string;
  readonly rating: 1 | -1;
  readonly comment?: string;
}

const TIMEOUT_MS = 15_000;

/** The address for feedback; undefined unless it is on the endpoint's origin and the visitor has consented. */
export function feedbackUrl(host: ChatHost, link: string | undefined): string | undefined {
  if (!link || !host.endpoint || !host.storage.isAllowed) return undefined;
  const endpoint = readEndpoint(host.endpoint, document.baseURI);
  if (!endpoint) return undefined;
  try {
    const url = new URL(link, endpoint);
    return url.origin === endpoint.origin ? url.href : undefined;
  } catch (error) {
    // `link` is no valid address.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Sends feedback with the headers and credentials of the chat's other requests. Throws when the backend does not accept it. */
export async function postFeedback(host: ChatHost, url: string, feedback: Feedback): Promise<void> {
  const [headers, credentials] = await Promise.all([
    resolveSetting(host, 'headers'),
    resolveSetting(host, 'credentials'),
  ]);
  const response = await fetch(url, {
    method: 'POST',
    headers: new Headers({ 'content-type': 'application/json', ...headers }),
    body: JSON.stringify(feedback),
    credentials: credentials ?? 'same-origin',
    // The request continues if the visitor leaves right after the click.
    keepalive: true,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`expected the feedback to be taken, got status ${response.status}`);
}
