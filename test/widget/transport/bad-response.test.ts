import { expect } from 'chai';
import type { ChatError } from '../../../widget/protocol/chat-error.ts';
import { catchChatError } from '../../support/catch-error.ts';
import { OpenBody } from '../../support/open-body.ts';
import { iterate, ManualClock, readResponse, responseOf, transportFor } from '../../support/streams.ts';

const EVENTS = 'text/event-stream';

function failWith(status: number, body: string, headers: Record<string, string> = {}): Promise<ChatError> {
  return catchChatError(readResponse(responseOf([body], 'application/json', { status, headers })));
}

describe('HttpTransport', () => {
  describe('when the status is an error', () => {
    it('takes the error code from the body', async () => {
      const error = await failWith(
        429,
        '{"type":"error","code":"quota-exceeded","message":"x","retryAfter":60}',
      );
      expect([error.code, error.retryAfter]).to.deep.equal(['quota-exceeded', 60]);
    });

    it('takes a nested code or type', async () => {
      expect((await failWith(400, '{"error":{"code":"context_length_exceeded"}}')).code).to.equal(
        'too-large',
      );
      expect((await failWith(529, '{"type":"error","error":{"type":"overloaded_error"}}')).code).to.equal(
        'model-busy',
      );
    });

    it('takes the error code from the status when the body has no code that we know', async () => {
      expect((await failWith(429, '{"error":{"type":"who_knows"}}')).code).to.equal('model-busy');
      expect((await failWith(503, '<h1>Busy</h1>')).code).to.equal('model-busy');
      expect((await failWith(502, '')).code).to.equal('model-failed');
      expect((await failWith(404, 'not found')).code).to.equal('not-configured');
    });

    for (const [status, body] of [
      [400, '{"error":{"message":"you must provide a model parameter","type":"invalid_request_error"}}'],
      [400, '{"error":{"code":"bad_request"}}'],
      [401, '{"error":{"code":401,"message":"No auth credentials found"}}'],
      [403, '<!doctype html><title>Just a moment...</title>'],
      [413, ''],
      [422, '{"detail":[{"loc":["body","message"],"msg":"Field required"}]}'],
    ] as const)
      it(`does not blame the visitor for status ${status} when the body has no code of ours: ${body}`, async () => {
        expect((await failWith(status, body)).code).to.equal('not-configured');
      });

    it('puts status and body into the error message for developers', async () => {
      const { facts } = await failWith(403, 'x'.repeat(300), { 'cf-mitigated': 'challenge' });
      const text = 'x'.repeat(200);
      expect(facts).to.deep.equal({ status: 403, contentType: 'application/json', text, isChallenge: true });
    });

    it('reads Retry-After in seconds and as a date', async () => {
      expect((await failWith(429, '{}', { 'retry-after': '120' })).retryAfter).to.equal(120);
      const clock = new ManualClock();
      const date = new Date(clock.now() + 90_000).toUTCString();
      const response = responseOf(['{}'], 'application/json', {
        status: 503,
        headers: { 'retry-after': date },
      });
      expect((await catchChatError(iterate(transportFor(response, { clock })).next())).retryAfter).to.equal(
        90,
      );
    });

    it('ignores a Retry-After that is neither', async () => {
      expect((await failWith(429, '{}', { 'retry-after': '-5' })).retryAfter).to.equal(undefined);
      expect((await failWith(429, '{}', { 'retry-after': 'soon' })).retryAfter).to.equal(undefined);
    });

    it('reads at most 64 KB of the body', async () => {
      const body = new OpenBody();
      for (let kilobytes = 0; kilobytes < 65; kilobytes++) body.write('x'.repeat(1024));
      expect((await catchChatError(readResponse(body.respond({ status: 500 })))).code).to.equal(
        'model-failed',
      );
      expect(body.isCancelled).to.equal(true);
    });

    it('reports a bad response when the response is opaque', async () => {
      expect((await catchChatError(readResponse(Response.error()))).code).to.equal('bad-response');
    });
  });

  describe('when the body is not a stream', () => {
    const json = 'application/json';

    it('reads a JSON answer, in any number of pieces', async () => {
      const { text, done } = await readResponse(
        responseOf(['{"ans', 'wer":"Hi",\n"quotaRemaining":', '2}\n'], json),
      );
      expect([text, done]).to.deep.equal(['Hi', { type: 'done', quotaRemaining: 2 }]);
    });

    it('reads a JSON answer with the content type of an event stream', async () => {
      const { text, done } = await readResponse(responseOf(['{"response":"Hi"}'], EVENTS));
      expect([text, done]).to.deep.equal(['Hi', { type: 'done' }]);
    });

    it('reads NDJSON with the content type of JSON', async () => {
      const lines =
        '{"response":"H","done":false}\n{"response":"i","done":false}\n{"response":"","done":true}\n';
      const { text, done } = await readResponse(responseOf([lines], json));
      expect([text, done?.finishReason]).to.deep.equal(['Hi', 'stop']);
    });

    it('reads an error line in the middle of NDJSON', async () => {
      const lines = '{"response":"H","done":false}\n{"error":"out of memory"}\n';
      const { text, errorCodes } = await readResponse(responseOf([lines], 'application/x-ndjson'));
      expect([text, errorCodes]).to.deep.equal(['H', ['model-failed']]);
    });

    it('reads plain text with the content type of HTML', async () => {
      const { text, done } = await readResponse(responseOf(['Hi ', 'there'], 'text/html'));
      expect([text, done]).to.deep.equal(['Hi there', { type: 'done', isUnmarked: true }]);
    });

    it('reads plain text that begins like JSON or like an SSE field', async () => {
      for (const answer of [
        '{curly} words',
        '[1] is a source',
        'data',
        'events are fun',
        '<b>bold</b>',
        '"so"',
      ]) {
        expect((await readResponse(responseOf([answer], 'text/plain'))).text, answer).to.equal(answer);
      }
    });

    it('keeps white space at the beginning of a text', async () => {
      expect((await readResponse(responseOf(['\n', '  Hi'], 'text/plain'))).text).to.equal('\n  Hi');
    });

    for (const [body, contentType] of [
      ['<!DOCTYPE html><title>Log in</title>', 'text/html; charset=utf-8'],
      ['<div>Error</div>', 'text/html'],
      ['\n<HTML>', 'text/plain'],
      ['\u0001\u0002', 'image/png'],
      ['{"ok":true}', json],
      ['{"answer":"H', json],
    ] as const) {
      it(`reports a bad response when the body is ${body} with the type ${contentType}`, async () => {
        expect((await catchChatError(readResponse(responseOf([body], contentType)))).code).to.equal(
          'bad-response',
        );
      });
    }
  });
});
