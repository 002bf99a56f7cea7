import { expect } from 'chai';
import { allowOrigin, isLocal, readEndpoint } from '../../../widget/protocol/endpoint.ts';

const PAGE = 'https://shop.example/a/';

describe('the setting endpoint', () => {
  for (const [endpoint, url] of [
    ['https://chat.example', 'https://chat.example/api/chat'],
    ['https://chat.example/', 'https://chat.example/api/chat'],
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787/api/chat'],
    [' https://chat.example ', 'https://chat.example/api/chat'],
    ['/', 'https://shop.example/api/chat'],
    ['https://chat.example/api/chat', 'https://chat.example/api/chat'],
    ['https://api.example/ask', 'https://api.example/ask'],
    ['https://api.example/?', 'https://api.example/?'],
    ['https://api.example/?key=1', 'https://api.example/?key=1'],
    ['/chat', 'https://shop.example/chat'],
    ['wss://chat.example/', 'wss://chat.example/'],
    ['https://<your-worker>/api/chat', undefined],
    ['https://', undefined],
    ['https://chat.example:80800', undefined],
  ] as const) {
    it(`${endpoint} resolves to ${url ?? 'no address'}`, () => {
      expect(readEndpoint(endpoint, PAGE)?.href).to.equal(url);
    });
  }
});

it('the endpoint of an A2A agent is the address without its hash', () => {
  expect(readEndpoint('https://agent.example/', PAGE, 'a2a')?.href).to.equal('https://agent.example/');
});

describe('the line that the doctor suggests to allow an origin', () => {
  it('is one for the owner of a deployed Worker, and another for a Worker on the same machine', () => {
    const line = (origin: string, endpoint: string): string => allowOrigin(origin, new URL(endpoint));
    expect(line('https://shop.example', 'https://chat.example/')).to.equal(
      '"ALLOWED_ORIGINS": "https://shop.example"',
    );
    expect(line('null', 'http://localhost:8787/api/chat')).to.equal(
      'npm start -- --var ALLOWED_ORIGINS:null',
    );
  });

  it("tells a visitor on the developer's machine from others", () => {
    for (const own of ['http://localhost:5173', 'http://127.0.0.1', 'http://[::1]:80', 'file:///a.html'])
      expect(isLocal(new URL(own)), own).to.equal(true);
    for (const other of ['https://localhost.example', 'https://1.127.0.0.1.example'])
      expect(isLocal(new URL(other)), other).to.equal(false);
  });
});
