import { wordPressFiles, wordPressRelease } from '../support/wordpress-files.ts';
import { runCommand } from '../../widget/build/run-command.ts';
import { recordTestedRelease } from './tested-release.ts';

const { code } = await runCommand('node', ['test/tools/test.ts', 'wordpress'], { copyTo: process.stdout });
process.exitCode = code;
if (code === 0) {
  const release = await wordPressRelease(await wordPressFiles());
  if (await recordTestedRelease(release))
    console.log(`The readme of the plugin now says that it was tested with WordPress ${release}.`);
}
