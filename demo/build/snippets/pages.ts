import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { GeneratedDocument } from '../../../widget/build/docs/generated-document.ts';
import { ROOT } from '../../../widget/build/project.ts';
import { PLATFORMS, type Platform, type Snippet } from './platforms.ts';
import type { Settings, Source } from './tags.ts';

const FOLDER = join(ROOT, 'demo/docs/platforms');

/** The address of the script on every page of the documentation. */
export const EXAMPLE_SOURCE: Source = { src: 'https://YOUR-WORKER/cf-ai-chat.js' };

/** The address of one release, with its hash. */
const PINNED_SOURCE: Source = {
  src: 'https://YOUR-WORKER/v/VERSION/cf-ai-chat.js',
  integrity: 'HASH',
};

/** The heading of the part of a page in which the release is pinned. */
export const PINNED_HEADING = '## One release, pinned';

/** Settings that every page shows. */
export const EXAMPLE_SETTINGS: Settings = {
  heading: 'Ask us',
  accent: '#0a7d5a',
  'contact-url': '/contact',
};

/** The pages of the platforms, as they are generated and as they are on disk. */
export function generateSnippets(): Promise<GeneratedDocument[]> {
  return Promise.all(PLATFORMS.map(generatePage));
}

async function generatePage(platform: Platform): Promise<GeneratedDocument> {
  const path = join(FOLDER, `${platform.id}.md`);
  const options = {
    ...(await resolveConfig(path)),
    filepath: path,
    embeddedLanguageFormatting: 'off' as const,
  };
  return {
    path,
    current: existsSync(path) ? await readFile(path, 'utf8') : '',
    fresh: await format(renderSnippetPage(platform, EXAMPLE_SETTINGS), options),
  };
}

/** One page, in markdown. */
export function renderSnippetPage(platform: Platform, settings: Settings): string {
  const render = (source: Source): string[] => platform.snippets(source, settings).map(renderSnippet);
  return [
    '<!-- Generated: npm run docs -->',
    `# ${platform.title}`,
    ...platform.steps,
    ...render(EXAMPLE_SOURCE),
    NOTES,
    PINNED_HEADING,
    PINNED_NOTES,
    ...render(PINNED_SOURCE),
  ].join('\n\n');
}

function renderSnippet({ file, language, code }: Snippet): string {
  const block = ['```' + language, code, '```'].join('\n');
  return file === undefined ? block : `\`${file}\`:\n\n${block}`;
}

const NOTES = `\`YOUR-WORKER\` is the host [your Worker](../worker.md#from-zero-to-live) runs on; the chat then talks to \`/api/chat\` there.
The Worker must allow the site: its \`ALLOWED_ORIGINS\` [names the origin](../worker.md#allow-your-site), such as
\`https://www.example.com\`. For another backend add the setting \`endpoint\`. [Settings](../settings.md) lists every setting.

Nothing appears? Add \`?cf-ai-chat-debug\` to the address of the page: the chat says what is wrong. If nothing appears even then, the
script was not loaded. Open the address in its \`src\` in a new tab, and compare [what the tab
shows](../troubleshooting.md#when-the-script-itself-has-not-come).`;

const PINNED_NOTES = `This script never changes, and no other is run in its place. Copy \`VERSION\` and \`HASH\` from the page
\`https://YOUR-WORKER/\`, under "Make it yours". Or copy \`version\` and \`files["cf-ai-chat.js"]\` from \`integrity.json\` in
the package.`;
