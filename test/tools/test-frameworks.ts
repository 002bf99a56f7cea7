import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { buildAll } from '../../demo/build/build-all.ts';
import { listFiles } from '../../widget/build/folders.ts';
import { ROOT } from '../../widget/build/project.ts';
import { endCommandsOnSignal, runCommand, toolEnvironment } from '../../widget/build/run-command.ts';
import { findFreePort } from '../../worker/tools/wrangler-dev.ts';
import { launchChromium } from '../support/browser.ts';
import { readCodeBlocks } from '../support/code-blocks.ts';
import { installPackage } from '../support/installed-package.ts';
import { until } from '../support/until.ts';
import { DOCUMENTATION, startWorker } from '../support/worker-harness.ts';
import { type DocumentedSearch, FRAMEWORK_APPS, type FrameworkApp } from './framework-apps.ts';

const SOURCES = join(ROOT, 'test/fixtures/framework-apps');

/** The address in the files of the apps that is replaced by the Worker's. */
const PLACEHOLDER = 'https://chat.example.workers.dev';

/** The address in the documentation that is replaced by the Worker's. */
const DOCUMENTED_HOST = 'https://chat.example.com';

const QUESTION = 'How do I embed the widget?';

const QUIET = { NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };

/** Runs a command of an app. Throws if the command fails, with the end of its output. */
async function run([command = '', ...args]: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await runCommand(command, args, { cwd, env: QUIET, leadsGroup: true });
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')}\n${output.slice(-2_000)}`);
}

/** Makes the project, with our page and our package in it; returns its folder. */
async function install(app: FrameworkApp, tarball: string, worker: URL, scratch: string): Promise<string> {
  const parent = join(scratch, app.name);
  const folder = join(parent, 'app');
  await mkdir(parent);
  if (app.create) await run(['npx', '--yes', ...app.create], parent);
  const source = join(SOURCES, app.name);
  await cp(source, folder, { recursive: true });
  for (const path of await listFiles(source)) {
    const text = await readFile(join(folder, path), 'utf8');
    await writeFile(join(folder, path), text.replaceAll(PLACEHOLDER, worker.origin));
  }
  if (app.search) await writeFile(join(folder, app.search.file), documentedCode(app.search, worker));
  // A site that only uses the code of the documentation has no package of ours.
  await run(['npm', 'install', '--no-audit', '--no-fund', ...(app.search ? [] : [tarball])], folder);
  return folder;
}

/** The code that the documentation shows for a site, with the Worker's address. */
function documentedCode({ remark }: DocumentedSearch, worker: URL): string {
  const block = readCodeBlocks('js').find(({ notRun }) => notRun === remark);
  if (!block) throw new Error(`no code in the documentation ${remark}`);
  return block.code.replaceAll(DOCUMENTED_HOST, worker.origin);
}

function serve(app: FrameworkApp, folder: string, port: string): ChildProcess {
  const [command = '', ...args] = app.serve(port);
  const env = toolEnvironment({ ...QUIET, HOST: '127.0.0.1', PORT: port });
  return spawn(command, args, { cwd: folder, env, stdio: 'ignore', detached: true });
}

/** Opens the page, presses a suggestion, and waits until the page itself shows that an answer has arrived. */
async function ask(browser: Browser, origin: string): Promise<void> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.route('**/favicon.*', (route) => route.fulfill({ status: 204 }));
  const html = await (await page.goto(origin))?.text();
  if (!html?.includes('<cf-ai-chat ')) throw new Error('the server has not rendered the chat');
  await page.locator('cf-ai-chat').getByRole('button', { name: QUESTION }).click();
  await page.locator('output', { hasText: 'assistant' }).waitFor();
  await page.close();
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** Opens the search by keys and by its button, and checks that the wanted result is shown. */
async function search(browser: Browser, origin: string, wanted: DocumentedSearch): Promise<void> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  await page.goto(origin, { waitUntil: 'networkidle' });
  const field = page.locator('cf-ai-chat').getByRole('combobox');
  if (wanted.hasOwnKeys) {
    await page.keyboard.press('Control+k');
    await page.locator('dialog[open]').first().waitFor();
    if (await field.isVisible()) throw new Error('the site has not kept its keys');
    await page.keyboard.press('Escape');
  } else {
    await page.keyboard.press('Control+k');
    await field.waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'hidden' });
    if (!wanted.button) await page.keyboard.press('Control+k');
  }
  if (wanted.button) await page.locator(wanted.button).first().click();
  await field.fill(wanted.text);
  await page.locator('cf-ai-chat').getByRole('option', { name: wanted.found }).first().waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'hidden' });
  const left = await page.locator('dialog[open]').count();
  await page.close();
  if (left > 0) throw new Error('a dialog of the site was open, too');
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

async function check(app: FrameworkApp, folder: string, port: string, browser: Browser): Promise<void> {
  await run(app.build, folder);
  const server = serve(app, folder, port);
  const origin = `http://127.0.0.1:${port}`;
  try {
    await until(() => fetch(origin).catch(() => undefined), Boolean);
    await (app.search ? search(browser, origin, app.search) : ask(browser, origin));
  } finally {
    // The negative number kills the whole group of processes.
    if (server.pid !== undefined) process.kill(-server.pid, 'SIGKILL');
  }
}

/** Builds and tests every app; returns how many failed. */
async function testApps(apps: readonly FrameworkApp[], scratch: string): Promise<number> {
  const ports = await Promise.all(apps.map(async () => String(await findFreePort())));
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  const installed = await installPackage();
  const worker = await startWorker({ ALLOWED_ORIGINS: origins.join(',') }, DOCUMENTATION);
  const browser = await launchChromium();
  let failed = 0;
  try {
    for (const [index, app] of apps.entries()) {
      try {
        const folder = await install(app, installed.tarball, worker.url, scratch);
        await check(app, folder, ports[index] ?? '', browser);
        console.log(
          `  ${app.name}: installed, built, served, and ${app.search ? 'its search has found' : 'its chat has answered'}`,
        );
      } catch (error) {
        failed += 1;
        console.log(`  ${app.name} failed: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    await browser.close();
    await worker.close();
    await installed.remove();
  }
  return failed;
}

endCommandsOnSignal();
const names = process.argv.slice(2);
const apps = FRAMEWORK_APPS.filter(({ name }) => names.length === 0 || names.includes(name));
await buildAll();
const scratch = await mkdtemp(join(tmpdir(), 'cf-ai-chat-frameworks-'));
try {
  const failed = await testApps(apps, scratch);
  console.log(`\n${apps.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && apps.length > 0 ? 0 : 1;
} finally {
  await rm(scratch, { recursive: true, force: true });
}
