import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../widget/build/run-command.ts';
import { copyWithoutLinks } from './copy-without-links.ts';

/** WordPress, a theme, and what Debian's WordPress has as links into other packages. */
const PACKAGES = [
  'wordpress',
  'wordpress-theme-twentytwentyfive',
  'libjs-cropper',
  'libjs-jquery-ui',
  'libjs-lodash',
  'libjs-underscore',
  'libphp-phpmailer',
  'php-getid3',
];

/** Debian's suite that gets new releases of WordPress first. */
const SUITE = 'sid';

/**
 * Unpacks the newest WordPress of Debian into a folder that must not exist, without installing it, and checked by
 * Debian's signature. Throws on machines without apt and where no mirror of Debian answers.
 */
export async function unpackDebianWordPress(folder: string): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'cf-ai-chat-debian-'));
  try {
    const apt = await prepareApt(scratch);
    await apt(['update']);
    await apt(['download', ...PACKAGES]);
    const unpacked = join(scratch, 'unpacked');
    for (const file of (await readdir(scratch)).filter((name) => name.endsWith('.deb')))
      await run('dpkg-deb', ['-x', join(scratch, file), unpacked]);
    await copyCore(unpacked, folder);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** apt with lists of its own: the machine's own packages stay as they are. */
async function prepareApt(scratch: string): Promise<(args: readonly string[]) => Promise<string>> {
  await mkdir(join(scratch, 'state/lists/partial'), { recursive: true });
  await mkdir(join(scratch, 'cache/archives/partial'), { recursive: true });
  const targets = await run('apt-get', ['indextargets', 'Created-By: Packages', '--format', '$(REPO_URI)']);
  const mirror = targets.split('\n').find((uri) => /\/debian\/?$/.test(uri));
  if (mirror === undefined) throw new Error('apt knows no mirror of Debian');
  const sources = join(scratch, 'sources.list');
  const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
  await writeFile(sources, `deb [signed-by=${keyring}] ${mirror} ${SUITE} main\n`);
  const settings = [
    `Dir::State=${join(scratch, 'state')}`,
    `Dir::Cache=${join(scratch, 'cache')}`,
    `Dir::Etc::SourceList=${sources}`,
    'Dir::Etc::SourceParts=/dev/null',
    'Acquire::Languages=none',
    // apt would download as the user `_apt`, who may not write into this folder.
    'APT::Sandbox::User=root',
  ];
  const options = settings.flatMap((setting) => ['-o', setting]);
  return (args) => run('apt-get', ['-qq', ...options, ...args], scratch);
}

/** The links lead into the other packages, or to the configuration of an installed WordPress, which has no use here. */
async function copyCore(unpacked: string, folder: string): Promise<void> {
  const wordpress = join(unpacked, 'usr/share/wordpress');
  for (const configuration of ['.htaccess', 'wp-config.php', 'wp-includes/certificates/ca-bundle.crt'])
    await rm(join(wordpress, configuration), { force: true });
  await mkdir(folder);
  await copyWithoutLinks(wordpress, folder);
}

async function run(command: string, args: readonly string[], cwd?: string): Promise<string> {
  const { code, output } = await runCommand(command, [...args], cwd === undefined ? {} : { cwd });
  if (code !== 0) throw new Error(`${command} failed: ${output.trim()}`);
  return output;
}
