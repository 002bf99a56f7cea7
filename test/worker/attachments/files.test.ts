import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { attachment, dataUrl, PDF, pngOfBytes, pngOfSize } from '../../support/attachment-files.ts';
import { startFakeModelServer, type FakeModelServer } from '../../support/fake-model-server.ts';
import { startPlainWorkerd, type PlainWorkerd } from '../../support/plain-workerd.ts';

const MEGABYTE = 1_048_576;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const jpeg = attachment('picture.jpg');
const gif = attachment('picture.gif');
const webp = attachment('alpha.webp');

/** A copy of the bytes with other bytes at one place. */
function patched(bytes: Buffer, at: number, ...others: readonly number[]): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(others, at);
  return copy;
}

/** A JPEG with 70 KB of segments before the segment with the size, as cameras write it. */
const camera = Buffer.concat([
  jpeg.subarray(0, 2),
  Buffer.from([0xff, 0xe1, 0xff, 0xff]),
  Buffer.alloc(65_533, 1),
  Buffer.from([0xff, 0xe2, 0x10, 0x00]),
  Buffer.alloc(4_094, 2),
  jpeg.subarray(2),
]);

/** The bytes, the type that they are sent with, and the type that is found or the code of the refusal. */
const FILES: Readonly<Record<string, readonly [Buffer | string, string, string]>> = {
  'a PNG': [attachment('picture.png'), 'image/png', 'image/png'],
  'a JPEG with a position': [jpeg, 'image/jpeg', 'image/jpeg'],
  'a progressive JPEG with a colour profile': [attachment('progressive.jpg'), 'image/jpeg', 'image/jpeg'],
  'a JPEG with 70 KB of metadata': [camera, 'image/jpeg', 'image/jpeg'],
  'a JPEG with bytes that fill': [
    Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xff]), jpeg.subarray(2)]),
    'image/jpeg',
    'image/jpeg',
  ],
  'a WebP with losses': [attachment('lossy.webp'), 'image/webp', 'image/webp'],
  'a WebP without losses': [attachment('lossless.webp'), 'image/webp', 'image/webp'],
  'a WebP with transparency': [webp, 'image/webp', 'image/webp'],
  'a GIF': [gif, 'image/gif', 'image/gif'],
  'a PDF': [PDF, 'application/pdf', 'application/pdf'],
  'a CSV': ['a;b\r\n1;ü\r\n', 'text/csv', 'text/plain'],
  'a text that shows an SVG': [`Like this:\n${SVG}`, 'text/markdown', 'text/plain'],
  'a PNG by the name of a JPEG': [attachment('picture.png'), 'image/jpeg', 'image/png'],
  'a PNG by the name of a PDF': [attachment('picture.png'), 'application/pdf', 'image/png'],
  'a PDF by the name of a PNG': [PDF, 'image/png', 'application/pdf'],
  'a PNG that is a web page, too': [
    Buffer.concat([attachment('picture.png'), Buffer.from('<html><script>alert(1)</script>')]),
    'text/html',
    'image/png',
  ],
  'a GIF that is a script, too': [
    Buffer.concat([gif, Buffer.from('*/=1;alert(1)')]),
    'text/javascript',
    'image/gif',
  ],
  'a PDF with a script': [
    Buffer.concat([PDF, Buffer.from('<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>')]),
    'text/javascript',
    'application/pdf',
  ],
  'a script by the name of a PNG': ['alert(1)', 'image/png', 'text/plain'],
  'a PNG of 50 megapixels': [pngOfSize(10_000, 5_000), 'image/png', 'image/png'],
  'a PNG of 4 MB': [pngOfBytes(4 * MEGABYTE), 'image/png', 'image/png'],
  'an AVIF': [attachment('picture.avif'), 'image/avif', 'unsupported-content'],
  'a HEIC': [
    patched(attachment('picture.avif'), 8, ...Buffer.from('heic')),
    'image/heic',
    'unsupported-content',
  ],
  'an SVG': [SVG, 'image/svg+xml', 'unsupported-content'],
  'an SVG by the name of a PNG, behind a prologue': [
    `\uFEFF<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE svg [ <!ENTITY a "b"> ]>\n${SVG}`,
    'image/png',
    'unsupported-content',
  ],
  'a file of 0 bytes': ['', 'image/png', 'unsupported-content'],
  'a PNG of 30,000 x 30,000': [pngOfSize(30_000, 30_000), 'image/png', 'too-large'],
  'a GIF of 30,000 x 30,000': [patched(gif, 6, 0x30, 0x75, 0x30, 0x75), 'image/gif', 'too-large'],
  'a WebP of 16,000 x 16,000': [patched(webp, 24, 0x80, 0x3e, 0, 0x80, 0x3e, 0), 'image/webp', 'too-large'],
  'a PNG of no size': [pngOfSize(0, 9), 'image/png', 'unsupported-content'],
  'a PNG that ends in its header': [
    attachment('picture.png').subarray(0, 20),
    'image/png',
    'unsupported-content',
  ],
  'a JPEG that ends in its metadata': [camera.subarray(0, 1_000), 'image/jpeg', 'unsupported-content'],
  'a PNG over 4 MB': [pngOfBytes(4 * MEGABYTE + 1), 'image/png', 'too-large'],
  'a file of 8 MB': [Buffer.alloc(8 * MEGABYTE, 65), 'image/png', 'too-large'],
  'a text over 64 KB': ['a'.repeat(65_537), 'text/plain', 'unsupported-content'],
  'a text in UTF-16': [Buffer.from('Hello', 'utf16le'), 'text/plain', 'unsupported-content'],
  'a program': [Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0]), 'image/png', 'unsupported-content'],
};

describe('a file of a question', { timeout: 120_000 }, () => {
  let model: FakeModelServer;
  let worker: PlainWorkerd;
  before(async () => {
    model = await startFakeModelServer();
    worker = await startPlainWorkerd({
      vars: {
        LOCAL: '1',
        MODEL_BASE_URL: model.baseUrl,
        MODEL: 'blind',
        VISION_MODEL: 'seeing',
        ATTACHMENTS: 'images pdf text',
        QUOTA_LIMIT: '1000',
      },
    });
  });
  after(async () => {
    await worker?.close();
    await model.close();
  });

  it('of 50 MB is refused before all of it has arrived', async () => {
    const headers = { 'Content-Length': String(70 * MEGABYTE), 'Content-Type': 'application/json' };
    const status = await new Promise((resolve, reject) => {
      const upload = request(new URL('/api/chat', worker.url), { method: 'POST', headers }, (response) => {
        resolve(response.statusCode);
        upload.destroy();
      });
      upload.once('error', reject).write('{"messages":[');
    });
    assert.equal(status, 413);
    assert.equal(model.turns.length, 0);
  });

  for (const [name, [content, sentAs, expected]] of Object.entries(FILES))
    it(`gives ${expected}: ${name}`, async () => {
      const bytes = Buffer.from(content);
      const rows = (await worker.turns()).length;
      const part = { type: 'file', mediaType: sentAs, filename: 'a.bin', url: dataUrl(bytes, sentAs) };
      const parts = [{ type: 'text', text: 'What is it?' }, part];
      const asked = model.turns.length;
      const response = await worker.ask({ messages: [{ role: 'user', content: parts }] }, '?stream=false');
      const json = (await response.json()) as { readonly code?: string; readonly answer?: string };
      if (!expected.includes('/')) {
        assert.equal(json.code, expected);
        // No quota is used, and no model is asked.
        assert.deepEqual([model.turns.length, (await worker.turns()).length], [asked, rows]);
        return;
      }
      assert.equal(json.answer, 'Hello there');
      const { body } = model.turns.at(-1)!.call;
      const seen: unknown = body.messages.at(-1)!.content;
      const url = dataUrl(bytes, expected);
      const file = { filename: 'a.bin', file_data: url };
      const text = { type: 'text', text: 'What is it?' };
      if (expected === 'text/plain')
        assert.deepEqual(
          [body.model, seen],
          ['blind', `<file name="a.bin">\n${bytes}\n</file>\n\nWhat is it?`],
        );
      else if (expected === 'application/pdf')
        assert.deepEqual([body.model, seen], ['seeing', [text, { type: 'file', file }]]);
      else
        assert.deepEqual([body.model, seen], ['seeing', [text, { type: 'image_url', image_url: { url } }]]);
    });
});
