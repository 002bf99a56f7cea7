import { type Backend, BACKENDS } from '../protocol/backends.ts';
import type { Finding } from './finding.ts';

/** How the documentation writes the address of an agent's socket. */
export const SOCKET = 'wss:';

/**
 * What is read from the backends of a request format besides text, as the documentation lists it. `format` may be {@link
 * SOCKET}.
 *
 * @example
 * readBesidesText('a2a'); // ['A2A agent: errors, thinking, tools, sources, files']
 */
export function readBesidesText(format: string): readonly string[] {
  return BACKENDS.filter((backend) => isFor(format, backend)).map(
    ({ name, features }) => `${name}: ${features.join(', ') || 'text alone'}`,
  );
}

/** The finding that a page sets `tools`, but its request format does not send them. */
export function checkTools(format: string): Finding[] {
  const able = BACKENDS.filter(({ features }) => features.includes('page tools'));
  if (able.some((backend) => isFor(format, backend))) return [];
  const ways = able.map(({ name, request }) => `${name}: ${request.replaceAll('`', '')}`);
  return [
    {
      code: 'setting-ignored',
      problem: `The page sets tools, and with request-format="${format}" no backend is told of them.`,
      remedy: `Page tools are for ${ways.join('; ')}.`,
    },
  ];
}

function isFor(format: string, { request }: Backend): boolean {
  return request.includes(format === SOCKET ? SOCKET : `request-format="${format}"`);
}
