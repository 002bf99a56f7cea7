import { allowOrigin } from '../protocol/endpoint.ts';
import type { Finding } from './finding.ts';

/** Milliseconds that a page, a file or an endpoint may take. */
export const TIME_LIMIT_MS = 15_000;

/** Nothing says where the messages go. */
export function endpointMissing(): Finding {
  return {
    code: 'endpoint-missing',
    problem: 'The chat has no endpoint, so it shows nothing.',
    remedy: 'Set data-endpoint on the script tag, or endpoint on the element.',
  };
}

/** No response came. */
export function endpointUnreachable({ href }: URL, reason: string): Finding {
  return {
    code: 'endpoint-unreachable',
    problem: `No response came from ${href}${reason === '' ? '' : ` (${reason})`}.`,
    remedy: 'Check the address, and that the service runs and can be reached from outside.',
  };
}

/** The time was over before the first word of an answer. */
export function endpointSilent({ href }: URL, timeoutMs: number): Finding {
  return {
    code: 'endpoint-silent',
    problem: `${href} took the question and sent no text within ${timeoutMs / 1000} seconds.`,
    remedy: 'Look into the log of the service, and whether a proxy before it holds the answer back.',
  };
}

/** A response came that the page may not read. */
export function originRefused(endpoint: URL, origin: string): Finding {
  return {
    code: 'origin-refused',
    problem: `${endpoint.href} does not allow ${origin}.`,
    remedy: `Set for the Worker: ${allowOrigin(origin, endpoint)}. Another backend must answer POST and its preflight with Access-Control-Allow-Origin.`,
  };
}
