import { ROBOT } from './robot.ts';
import { findAll } from './selectors.ts';
import { attributeOf, type Parent } from './tree.ts';

/** Directives such as `max-snippet: 20`. The word before the colon is no name of a robot. */
const VALUED = /^(?:unavailable_after|max-[\w-]+)$/;

/**
 * The directives for robots in the head of a page and in its header `X-Robots-Tag`: those for all robots and those for ours, in
 * lower case. `none` counts as `noindex` and `nofollow`.
 */
export function readDirectives(document: Parent, headers: Headers): ReadonlySet<string> {
  const metas = findAll(document, `meta[name="robots"], meta[name="${ROBOT}"]`);
  const inHead = metas.flatMap((meta) => attributeOf(meta, 'content').split(','));
  const words = [...inHead, ...wordsOfHeader(headers.get('x-robots-tag') ?? '')].map((word) =>
    word.trim().toLowerCase(),
  );
  return new Set(words.flatMap((word) => (word === 'none' ? ['noindex', 'nofollow'] : [word])));
}

/**
 * The directives of a header that are for us. What follows the name of a robot is for that robot: `noarchive, googlebot: noindex,
 * nofollow`.
 */
function wordsOfHeader(header: string): readonly string[] {
  let robot = '';
  return header.split(',').flatMap((part) => {
    const [, name, rest] = /^\s*([\w-]+)\s*:\s*(.*)$/.exec(part) ?? [];
    if (name !== undefined && !VALUED.test(name)) robot = name.toLowerCase();
    return robot === '' || robot === ROBOT ? [rest ?? part] : [];
  });
}
