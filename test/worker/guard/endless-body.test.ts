import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { MAX_BODY_BYTES } from '../../../worker/guard/guard.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';

const TOO_MUCH = Buffer.alloc(MAX_BODY_BYTES + 1, 'a');

describe('a request body that never ends', { timeout: 30_000 }, () => {
  let worker: PlainWorkerd;
  before(async () => {
    worker = await startPlainWorkerd({ vars: { LOCAL: '1' } });
  });
  after(() => worker.close());

  /** Sends a little more than the size limit and never ends the body. Resolves with the status of the response. */
  function sendWithoutEnd(path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const upload = request(new URL(path, worker.url), { method: 'POST' }, (response) => {
        resolve(response.statusCode ?? 0);
        upload.destroy();
      });
      upload.once('error', reject).write(TOO_MUCH);
    });
  }

  for (const path of ['/api/chat', '/v1/chat/completions', '/api/feedback']) {
    it(`is refused at ${path} as soon as it is too large`, async () => {
      assert.equal(await sendWithoutEnd(path), 413);
    });
  }

  it('does not keep the Worker from answering other requests', async () => {
    assert.equal((await worker.fetch('/api/health')).status, 200);
  });
});
