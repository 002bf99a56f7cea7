import { createHash } from 'node:crypto';
import type { Section } from '../pages/web-page.ts';

/** Characters of one passage; a longer section is split between its blocks. */
const PASSAGE_CHARACTERS = 1_800;
/**
 * Most characters of one block. A longer one is split between its lines, and a line that is longer still is split anywhere: D1
 * takes 100 KB in a statement.
 */
const BLOCK_CHARACTERS = 4_500;
/** A piece of a long line. With the flag `u` it never ends inside a character of two UTF-16 units. */
const LINE_PIECE = new RegExp(`.{1,${BLOCK_CHARACTERS / 2}}`, 'gsu');

/** A row of the `passage` table. */
export interface PassageRow {
  readonly id: string;
  /** The page's title, with the heading: `Shop: Returns`. */
  readonly title: string;
  /** The heading above the passage; absent at the beginning of a page. */
  readonly heading?: string;
  readonly url: string;
  readonly text: string;
}

/** Where a document is read, and the name it has in the index. */
export interface DocumentAddress {
  readonly id: string;
  readonly url: string;
}

/** Cuts the sections of a document into passages; each keeps the title and links to its heading. */
export function toPassages(
  title: string,
  sections: readonly Section[],
  { id, url }: DocumentAddress,
): PassageRow[] {
  const taken = new Map<string, number>();
  return sections.flatMap(({ heading, anchor, blocks }) =>
    pack(blocks).map((text) => {
      const count = (taken.get(anchor) ?? 0) + 1;
      taken.set(anchor, count);
      return {
        id: `${id}#${anchor}${count === 1 ? '' : `~${count}`}`,
        ...(heading === title ? { title } : { title: `${title}: ${heading}`, heading }),
        url: anchor === '' ? url : `${url}#${anchor}`,
        text,
      };
    }),
  );
}

/** A hash that changes with the title, the address or the text of a passage. */
export function hashOf({ title, heading = '', url, text }: PassageRow): string {
  return createHash('sha256').update([title, heading, url, text].join('\0')).digest('hex').slice(0, 16);
}

function pack(blocks: readonly string[]): readonly string[] {
  const texts: string[] = [];
  for (const block of blocks.flatMap(splitLines)) {
    const last = texts.at(-1);
    if (last === undefined || last.length + block.length > PASSAGE_CHARACTERS) texts.push(block);
    else texts.splice(-1, 1, `${last}\n\n${block}`);
  }
  return texts;
}

function splitLines(block: string): readonly string[] {
  if (block.length <= BLOCK_CHARACTERS) return [block];
  const pieces: string[] = [''];
  for (const line of block.split('\n')) {
    const [first = '', ...rest] = line.match(LINE_PIECE) ?? [];
    const last = pieces.at(-1) ?? '';
    if (last.length + first.length > BLOCK_CHARACTERS) pieces.push(first, ...rest);
    else pieces.splice(-1, 1, last === '' ? first : `${last}\n${first}`, ...rest);
  }
  return pieces.filter((piece) => piece !== '');
}
