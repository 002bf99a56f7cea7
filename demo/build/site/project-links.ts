import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../../widget/build/project.ts';
import { escapeHtml } from './escape-html.ts';

/** The fields of `package.json` that say where the project is published. */
export interface PublishedPackage {
  readonly name: string;
  /** As npm takes it: an address, such as `git+https://git.example/me/chat.git`, or an object with it. */
  readonly repository?: string | { readonly url: string };
}

/** The page's links to the repository and to npm; none while `package.json` names no repository, since nothing is public then. */
export async function projectLinks(look = ''): Promise<string> {
  const source = await readFile(join(ROOT, 'package.json'), 'utf8');
  return linksOf(JSON.parse(source) as PublishedPackage, look);
}

/** The links of a package, as HTML, with the class names of `look`. */
export function linksOf({ name, repository }: PublishedPackage, look = ''): string {
  const url = typeof repository === 'string' ? repository : repository?.url;
  if (!url) return '';
  const links = [
    ['Source code', url.replace(/^git\+/, '').replace(/\.git$/, '')],
    ['npm', `https://www.npmjs.com/package/${name}`],
  ] as const;
  const attributes = look && ` class="${look}"`;
  return links.map(([words, href]) => `<a${attributes} href="${escapeHtml(href)}">${words}</a>`).join('\n');
}
