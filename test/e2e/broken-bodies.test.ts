import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createSecureServer as createSecureHttp2Server, type Http2SecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser.ts';
import { installDebianPackages } from '../support/debian-packages.ts';
import { startPageServer, type Certificate, type PageServer } from '../support/page-server.ts';

// The transport takes a cleanly ended body for a complete answer. That is only right if browsers tell a clean
// end from a broken connection.

const FRAME = 'data: {"text":"Half"}\n\n';

/**
 * Reads a body to its end or its failure. After the first words the page requests `then`, upon which the
 * server ends the body.
 */
function readBody(page: Page, url: string): Promise<string> {
  return page.evaluate(async (address) => {
    const reader = (await fetch(address)).body?.getReader();
    await reader?.read();
    const then = fetch(new URL('/then', address)).catch(() => undefined);
    try {
      for (;;) if ((await reader?.read())?.done) return 'ends';
    } catch {
      return 'breaks';
    } finally {
      await then;
    }
  }, url);
}

/** A certificate for the HTTP/2 server. */
async function makeCertificate(): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'cf-ai-chat-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'];
  if (spawnSync('openssl', ['version']).error) installDebianPackages(['openssl']);
  spawnSync('openssl', [...request, '-keyout', key, '-out', cert]);
  const certificate = { key: await readFile(key), cert: await readFile(cert) };
  await rm(folder, { recursive: true });
  return certificate;
}

describe('the body of an answer, in Chromium', { timeout: 120_000 }, () => {
  let browser: Browser;
  let page: Page;
  let http1: PageServer;
  let http2: Http2SecureServer;
  let http2Url: string;
  let finish: () => void = () => undefined;

  before(async () => {
    http1 = await startPageServer(({ url }, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      if (url === '/') return void response.end('<!doctype html>');
      if (url === '/then') return void response.end('', finish);
      response.write(FRAME);
      finish = () => {
        if (url === '/clean') response.end();
        else if (url === '/no-last-chunk') response.socket?.end();
        else response.socket?.resetAndDestroy();
      };
    });
    http2 = createSecureHttp2Server(await makeCertificate());
    http2.on('stream', (stream, headers) => {
      stream.respond({ ':status': 200, 'content-type': 'text/html' });
      stream.on('error', () => undefined);
      const path = headers[':path'];
      if (path === '/') return void stream.end('<!doctype html>');
      if (path === '/then') return void stream.end('', finish);
      stream.write(FRAME);
      finish = () => {
        if (path === '/clean') stream.end();
        else if (path === '/reset') stream.destroy(new Error('the server failed'));
        else stream.session?.destroy();
      };
    });
    await new Promise<void>((resolve) => http2.listen(0, '127.0.0.1', resolve));
    http2Url = `https://127.0.0.1:${(http2.address() as AddressInfo).port}`;
    browser = await launchChromium();
    page = await browser.newPage({ ignoreHTTPSErrors: true });
  });
  after(async () => {
    await browser.close();
    await http1.close();
    http2.close();
  });

  for (const [path, outcome] of [
    ['clean', 'ends'],
    ['no-last-chunk', 'breaks'],
    ['reset', 'breaks'],
  ] as const)
    it(`a body that the server ends by "${path}" ${outcome} over HTTP/1.1`, async () => {
      await page.goto(http1.url.href);
      assert.equal(await readBody(page, new URL(path, http1.url).href), outcome);
    });

  for (const [path, outcome] of [
    ['clean', 'ends'],
    ['reset', 'breaks'],
    ['lost-session', 'breaks'],
  ] as const)
    it(`a body that the server ends by "${path}" ${outcome} over HTTP/2`, async () => {
      await page.goto(`${http2Url}/`);
      assert.equal(await readBody(page, `${http2Url}/${path}`), outcome);
    });
});
