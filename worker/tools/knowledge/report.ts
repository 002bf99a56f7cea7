import type { IndexedDocument } from './indexed-document.ts';
import { groupBy } from '../../knowledge/group-by.ts';
import type { LeftOut, WebPage } from './pages/web-page.ts';
import { printLine } from './print-line.ts';
import type { Progress } from './web/crawl.ts';

/** How many addresses are named for one reason; of more only the number is said. */
const MAX_NAMED = 10;
const BAR_WIDTH = 20;
/** Without a terminal, as in CI, progress is one line for this many pages. */
const PAGES_PER_LINE = 50;
const CLEAR_LINE = '\r\u001B[K';

/** The result of reading a source. The numbers are set for sources on the web. */
interface SourceReading {
  readonly pages: readonly WebPage[];
  readonly leftOut: readonly LeftOut[];
  readonly bodies?: number;
  readonly bytes?: number;
  readonly unchanged?: number;
}

/**
 * What was read from a source, and what was left out and why.
 *
 * @example
 * // https://www.example.com/: 57 pages (3 downloads, 0.1 MB; 55 not changed)
 * //   left out: noindex (1)
 * //     https://www.example.com/thanks
 */
export function formatReading(
  source: string,
  { pages, leftOut, bodies, bytes, unchanged }: SourceReading,
): string {
  const megabytes = ((bytes ?? 0) / 1_000_000).toFixed(1);
  const cost =
    bodies === undefined ? '' : ` (${bodies} downloads, ${megabytes} MB; ${unchanged} not changed)`;
  const byReason = groupBy(leftOut, ({ reason }) => reason);
  return [
    `${source}: ${pages.length} ${pages.length === 1 ? 'page' : 'pages'}${cost}${formatLanguages(pages)}`,
    ...[...byReason].flatMap(([reason, entries]) => [
      `  left out: ${reason} (${entries.length})`,
      ...entries.slice(0, MAX_NAMED).map(({ url }) => `    ${url}`),
      ...(entries.length > MAX_NAMED ? [`    and ${entries.length - MAX_NAMED} more`] : []),
    ]),
  ].join('\n');
}

/** Each page and its passages, for `--dry-run`. */
export function formatPassages(documents: readonly IndexedDocument[]): string {
  return documents
    .flatMap(({ name, language, passages }) => [
      `${name}${language === '' ? '' : ` (${language})`}: ${passages.length} passages`,
      ...passages.map(({ title, url, text }) => `  ${title} · ${text.length} characters · ${url}`),
    ])
    .join('\n');
}

/** A line that shows how far a crawl is: a bar in a terminal, a line now and then elsewhere. `end` may be called twice. */
export function showProgress(): { readonly update: (progress: Progress) => void; readonly end: () => void } {
  const { isTTY, columns } = process.stderr;
  return {
    update({ done, waiting, url }) {
      if (!isTTY && done % PAGES_PER_LINE !== 0) return;
      const filled = Math.round((done / Math.max(1, done + waiting)) * BAR_WIDTH);
      const bar = `[${'#'.repeat(filled).padEnd(BAR_WIDTH, '.')}]`;
      const line = `${bar} ${done} read, ${waiting} waiting  ${url}`;
      if (isTTY) process.stderr.write(`${CLEAR_LINE}${line.slice(0, columns - 1)}`);
      else printLine(line);
    },
    end() {
      if (isTTY) process.stderr.write(CLEAR_LINE);
    },
  };
}

/** `; in de (20), en (37)`, of more languages than one. */
function formatLanguages(pages: readonly WebPage[]): string {
  const languages = groupBy(pages, ({ language }) => language || 'no language');
  if (languages.size < 2) return '';
  return `; in ${[...languages].map(([language, { length }]) => `${language} (${length})`).join(', ')}`;
}
