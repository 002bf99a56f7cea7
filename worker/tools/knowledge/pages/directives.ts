import { ROBOT } from './robot.ts';
import { findAll } from './selectors.ts';
import { attributeOf, type Parent } from './tree.ts';

/** Directives with a value of their own after a colon, which is not the name of a robot before one. */
const VALUED = /^(?:unavailable_after|max-[\w-]+)$/;

/**
 * What a page asks of robots, in its head and in its `X-Robots-Tag` header: those words that are for all robots or for ours, in
 * lower case; `none` counts as `noindex` and `nofollow`.
 */
export function readDirectives(document: Parent, headers: Headers): ReadonlySet<string> {
  const metas = findAll(document, `meta[name="robots"], meta[name="${ROBOT}"]`);
  const inHead = metas.flatMap((meta) => attributeOf(meta, 'content').split(','));
  const words = [...inHead, ...wordsOfHeader(headers.get('x-robots-tag') ?? '')].map((word) =>
    word.trim().toLowerCase(),
  );
  return new Set(words.flatMap((word) => (word === 'none' ? ['noindex', 'nofollow'] : [word])));
}

/** `noarchive, googlebot: noindex, nofollow`: what follows a robot's name is for that robot. */
function wordsOfHeader(header: string): readonly string[] {
  let robot = '';
  return header.split(',').flatMap((part) => {
    const [, name, rest] = /^\s*([\w-]+)\s*:\s*(.*)$/.exec(part) ?? [];
    if (name !== undefined && !VALUED.test(name)) robot = name.toLowerCase();
    return robot === '' || robot === ROBOT ? [rest ?? part] : [];
  });
}
