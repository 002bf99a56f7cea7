import { listFiles } from './folders.ts';
import { DIST } from './project.ts';

/** Paths that may be in the package. */
const PUBLISHED =
  /^(?:[\w-]+(?:\.node)?|chunks\/[\w-]+(?:\.styles-[\w-]+)?)\.(?:js|d\.ts)$|^(?:custom-elements|integrity)\.json$|^THIRD-PARTY-LICENSES\.md$/;

/** Paths below `dist/` of the files that npm publishes; the site is not published. */
export async function bundledFiles(): Promise<string[]> {
  return (await listFiles(DIST)).filter((path) => !path.startsWith('site/')).toSorted();
}

/** Reasons not to publish this version, one line each; empty if it can be published. */
export function checkRelease(changelog: string, version: string, files: readonly string[]): string[] {
  const problems: string[] = [];
  const heading = `## ${version}`;
  if (!changelog.split('\n').some((line) => line === heading || line.startsWith(`${heading} `)))
    problems.push(`CHANGELOG.md has no section "${heading}"`);
  if (/^## Unreleased\n(?:(?!## ).*\n)*- /m.test(changelog))
    problems.push('CHANGELOG.md has changes under "## Unreleased": move them to a version');
  for (const path of files.filter((name) => !PUBLISHED.test(name)))
    problems.push(`dist/${path} has no place in the package`);
  return problems;
}
