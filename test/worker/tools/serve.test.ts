import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { runCommand } from '../../../widget/build/run-command.ts';
import { takePort } from '../../../worker/tools/serve.ts';
import { findFreePort, isPortTaken, startWrangler } from '../../../worker/tools/wrangler-dev.ts';

describe('npm start', () => {
  it('says in one line that the port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      const { code, output } = await runCommand('node', ['worker/tools/start.ts', '--port', String(port)]);
      assert.equal(code, 1);
      assert.equal(output, `Cannot serve: port ${port} is taken by another program; choose another one\n`);
    } finally {
      server.close();
    }
  });

  it('says in one line that a port is not a number', async () => {
    const { code, output } = await runCommand('node', ['worker/tools/start.ts', '--port', 'x']);
    assert.equal(code, 1);
    assert.equal(output, 'Cannot serve: --port takes a number from 1 to 65535, not "x"\n');
  });

  it("passes on wrangler's own reason when wrangler does not start", async () => {
    const port = await findFreePort();
    await assert.rejects(startWrangler({ port, args: ['--nonsense'] }), {
      message: 'wrangler ended with code 1: Unknown argument: nonsense',
    });
    assert.equal(await isPortTaken(port), false);
  });
});

describe('the port among the arguments for wrangler', () => {
  it('defaults to 8787', () => {
    assert.deepEqual(takePort(['--var', 'A:1']), { port: 8787, isAsked: false, args: ['--var', 'A:1'] });
  });

  for (const args of [
    ['--port', '9000', '--var', 'A:1'],
    ['--var', 'A:1', '--port=9000'],
  ]) {
    it(`is taken out of ${args.join(' ')}`, () => {
      assert.deepEqual(takePort(args), { port: 9000, isAsked: true, args: ['--var', 'A:1'] });
    });
  }

  for (const text of ['', '0', '65536', '80.5', 'http']) {
    it(`is refused when it is ${JSON.stringify(text)}`, () => {
      assert.throws(() => takePort(['--port', text]), /--port takes a number/);
    });
  }
});
