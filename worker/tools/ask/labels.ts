import GitHubSlugger from 'github-slugger';
import type { PassageRow } from '../knowledge/indexing/passage.ts';
import type { AskedQuestion } from './asked-questions.ts';

/** Whether a passage stands where the owner says that the answer is. */
export function isAnswer(passage: PassageRow, question: AskedQuestion): boolean {
  return isOnPage(passage, question) && isUnderHeading(passage, question);
}

/**
 * Whether a passage is of the question's page.
 *
 * @example
 * isOnPage({ url: 'https://shop.example/docs/returns#costs', … }, { page: '/docs/returns/', … }); // true
 */
export function isOnPage({ url }: PassageRow, { page }: AskedQuestion): boolean {
  const [path, wanted] = [pathOf(url), pathOf(page)];
  return path === wanted || path.endsWith(`/${wanted}`);
}

function isUnderHeading(
  { title, url }: PassageRow,
  { page, heading = anchorOf(page) }: AskedQuestion,
): boolean {
  if (heading === '') return true;
  const wanted = heading.toLowerCase();
  const name = title.toLowerCase();
  return (
    name === wanted ||
    name.endsWith(`: ${wanted}`) ||
    [wanted, new GitHubSlugger().slug(wanted)].includes(anchorOf(url).toLowerCase())
  );
}

/**
 * The path of a page without what two addresses of one page may differ in: `https://shop.example/docs/Returns.html?a=1#b` and
 * `www.shop.example/docs/returns` both become `docs/returns`.
 */
function pathOf(address: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : (/^[^?#]*/.exec(address)?.[0] ?? '');
  return decode(path)
    .replace(/^www\.[^/]+\//i, '')
    .replace(/\.(?:md|markdown|html?)$/i, '')
    .replace(/(?:^|\/)index$/i, '')
    .replace(/^\/+|\/+$/g, '')
    .toLowerCase();
}

function anchorOf(address: string): string {
  return decode(address.split('#')[1] ?? '');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
