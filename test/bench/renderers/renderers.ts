import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSION } from '../../../widget/build/project.ts';
import { installFixture } from '../../support/install-fixture.ts';

const FOLDER = installFixture('renderers');

/** A renderer of streaming markdown that is compared; its module is in the fixture, and uses it as its README shows. */
export interface Renderer {
  readonly name: string;
  readonly file: string;
  /** Packages whose versions are published with the figures; none: our own build. */
  readonly packages: readonly string[];
  /** The module that is only the framework, where it needs one. */
  readonly framework?: string;
}

/** Ours, by which the costs of the others are divided. */
export const OURS: Renderer = { name: 'cf-ai-chat', file: 'cf-ai-chat.js', packages: [] };

/** All that are compared. */
export const RENDERERS: readonly Renderer[] = [
  OURS,
  { name: 'streamdown', file: 'streamdown.js', packages: ['streamdown'], framework: 'react.js' },
  { name: 'incremark', file: 'incremark.js', packages: ['@incremark/react'], framework: 'react.js' },
  { name: 'streaming-markdown', file: 'streaming-markdown.js', packages: ['streaming-markdown'] },
  { name: 'marked + DOMPurify', file: 'marked-dompurify.js', packages: ['marked', 'dompurify'] },
];

/** The path of a module of the fixture. */
export const pathOf = (file: string): string => join(FOLDER, file);

/** What a renderer is measured as, such as `marked 18.2.1, dompurify 3.4.18 on 2026-11-24`. */
export async function describeRenderer({ name, packages }: Renderer): Promise<string> {
  const text = await readFile(pathOf('package.json'), 'utf8');
  const { dependencies } = JSON.parse(text) as { dependencies: Readonly<Record<string, string>> };
  const versions = packages.map((used) => `${used} ${dependencies[used]}`);
  const [date] = new Date().toISOString().split('T');
  return `${versions.join(', ') || `${name} ${VERSION}`} on ${date}`;
}
