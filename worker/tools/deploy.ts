import { buildAll } from '../../demo/build/build-all.ts';
import { endCommandsOnSignal } from '../../widget/build/run-command.ts';
import { buildAndDeploy } from './build-and-deploy.ts';
import { readDeployRequest } from './releases/deploy-request.ts';

endCommandsOnSignal();
process.exitCode = await buildAndDeploy(readDeployRequest(process.argv.slice(2), process.env), buildAll);
