import { buildAll } from '../../demo/build/build-all.ts';
import { endCommandsOnSignal } from '../../widget/build/run-command.ts';
import { buildAndDeploy } from './build-and-deploy.ts';

endCommandsOnSignal();
process.exitCode = await buildAndDeploy(process.argv.slice(2), process.env, buildAll);
