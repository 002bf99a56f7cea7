import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { ROOT } from '../../widget/build/project.ts';
import { findFreePort } from '../../worker/tools/wrangler-dev.ts';
import { copyWithoutLinks } from './copy-without-links.ts';
import { wordPressFiles } from './wordpress-files.ts';

const FIXTURES = join(ROOT, 'test/wordpress/fixtures');

/** Folder of a site for its compiled PHP. */
const COMPILED = 'compiled';

/** A separate WordPress on the loopback interface. */
export interface WordPressSite {
  readonly url: URL;
  /** Its folder. */
  readonly root: string;
  /** Runs PHP in WordPress as the administrator. Resolves with the value that the code returns, passed on as JSON. */
  php(code: string): Promise<unknown>;
  /** The lines of its debug log that name a path, so far. */
  logOf(path: string): Promise<string[]>;
  /** Turns it into a network of sites. */
  becomeNetwork(): Promise<void>;
  close(): Promise<void>;
}

/** Installs WordPress into a new folder, and serves it with PHP's own web server. */
export async function startWordPress(): Promise<WordPressSite> {
  const root = await mkdtemp(join(tmpdir(), 'cf-ai-chat-wordpress-'));
  const forget = (): Promise<void> => rm(root, { recursive: true, force: true });
  try {
    // Without links: those of Debian's package lead to files that would load another configuration.
    await copyWithoutLinks(await wordPressFiles(), root);
    await cp(join(FIXTURES, 'wp-config.php'), join(root, 'wp-config.php'));
    await cp(join(FIXTURES, 'mu-plugins'), join(root, 'wp-content/mu-plugins'), { recursive: true });
    await mkdir(join(root, COMPILED));
    const port = await findFreePort();
    const url = new URL(`http://127.0.0.1:${port}`);
    const env = { ...process.env, TEST_SITE_URL: url.origin };
    await runPhp(root, 'install.php', env);
    const server = await serve(root, port, env);
    return {
      url,
      root,
      async php(code) {
        const output = await runPhp(root, 'run.php', env, code);
        return JSON.parse(output.slice(output.lastIndexOf('RESULT:') + 'RESULT:'.length));
      },
      async logOf(path) {
        const log = join(root, 'debug.log');
        const lines = existsSync(log) ? (await readFile(log, 'utf8')).split('\n') : [];
        return lines.filter((line) => line.includes(path));
      },
      async becomeNetwork() {
        await runPhp(root, 'network.php', env);
        await writeFile(join(root, 'network'), '');
      },
      async close() {
        await server.stop();
        await forget();
      },
    };
  } catch (error) {
    await forget();
    throw error;
  }
}

/** Adds a plugin to a site, as an upload of its zip would, without activating it. */
export async function installPlugin(site: WordPressSite, zip: string): Promise<void> {
  const code = `
    require_once ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';
    $upgrader = new Plugin_Upgrader( new WP_Ajax_Upgrader_Skin() );
    return true === $upgrader->install( ${JSON.stringify(zip)} );`;
  if ((await site.php(code)) !== true) throw new Error('WordPress did not take the plugin');
}

/** Paths in a zip. */
export async function listZip(path: string): Promise<string[]> {
  return Object.keys(unzipSync(await readFile(path)));
}

interface PhpServer {
  stop(): Promise<void>;
}

async function serve(root: string, port: number, env: NodeJS.ProcessEnv): Promise<PhpServer> {
  const args = [...cacheOptions(root), '-S', `127.0.0.1:${port}`, '-t', root, join(FIXTURES, 'router.php')];
  const child = spawn('php', args, {
    env: { ...env, PHP_CLI_SERVER_WORKERS: '4' },
    stdio: ['ignore', 'ignore', 'pipe'],
    // PHP's worker processes outlive the first process: they are ended by their process group.
    detached: true,
  });
  const ended = once(child, 'close');
  const { pid } = child;
  if (pid === undefined) throw new Error('php could not be started');
  const kill = (): void => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  process.once('exit', kill);
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (line: string) => {
      if (line.includes('started')) resolve();
    });
    void ended.then(() => reject(new Error('the web server of PHP ended')));
  });
  return {
    async stop() {
      process.off('exit', kill);
      kill();
      await ended;
    },
  };
}

/** Options that share compiled PHP between processes: compiling WordPress takes 0.2 s of processor time, reading it 0.05 s. */
function cacheOptions(root: string): string[] {
  return ['-d', 'opcache.enable_cli=1', '-d', `opcache.file_cache=${join(root, COMPILED)}`];
}

/** Runs one of the fixtures for a site; resolves with its output. */
async function runPhp(root: string, fixture: string, env: NodeJS.ProcessEnv, input = ''): Promise<string> {
  const child = spawn('php', [...cacheOptions(root), join(FIXTURES, fixture), root], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (code !== 0) throw new Error(`php ended with code ${String(code)}: ${errors}${output}`);
  return output;
}
