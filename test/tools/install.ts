import { findWholeChromium, prepareChromium } from '../support/browser.ts';
import { installFixture } from '../support/install-fixture.ts';
import { findPhpProblem } from '../support/php.ts';
import { wordPressFiles } from '../support/wordpress-files.ts';

// `node test/tools/install.ts NAME` installs `chromium`, `whole-chromium`, `wordpress`, or a folder of packages such as
// `fixtures/clients`, unless it is installed.

async function install(name: string): Promise<void> {
  if (name === 'chromium') await prepareChromium();
  // If the installation fails, the one test that needs it reports that.
  else if (name === 'whole-chromium') findWholeChromium();
  else if (name === 'wordpress') await installWordPress();
  else installFixture(name.replace('fixtures/', ''));
}

async function installWordPress(): Promise<void> {
  const problem = findPhpProblem();
  if (problem !== undefined) throw new Error(problem);
  await wordPressFiles();
}

try {
  await install(process.argv[2] ?? '');
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
