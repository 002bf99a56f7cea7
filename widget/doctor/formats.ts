import { type Backend, BACKENDS } from '../protocol/backends.ts';
import type { Finding } from './finding.ts';

/** What a page writes for agents at a socket. */
export const SOCKET = 'wss:';

/**
 * What is read of the backends that a request format is for, in the words of the documentation; `format` may be {@link SOCKET}.
 *
 * @example
 * readBesidesText('a2a'); // ['A2A agent: errors, thinking, tools, sources, files']
 */
export function readBesidesText(format: string): readonly string[] {
  return BACKENDS.filter((backend) => isFor(format, backend)).map(
    ({ name, features }) => `${name}: ${features.join(', ') || 'text alone'}`,
  );
}

/** The problem of a page that sets `tools` where nobody is told of them. */
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
