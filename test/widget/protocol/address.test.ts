import { expect } from 'chai';
import { completeAddress, explainOrigins, readOrigins } from '../../../widget/protocol/address.ts';

describe('completeAddress', () => {
  for (const [typed, meant] of [
    ['shop.example', 'https://shop.example'],
    [' www.shop.example/help ', 'https://www.shop.example/help'],
    ['localhost:5173', 'http://localhost:5173'],
    ['127.0.0.1:18160/', 'http://127.0.0.1:18160/'],
    ['[::1]:8787', 'http://[::1]:8787'],
    ['https//shop.example', 'https://shop.example'],
    ['https:/shop.example', 'https://shop.example'],
    ['https:shop.example', 'https://shop.example'],
    ['//shop.example', 'https://shop.example'],
    ['wss//agents.example', 'wss://agents.example'],
    ['http://shop.example', 'http://shop.example'],
    ['localhost.shop.example', 'https://localhost.shop.example'],
  ] as const)
    it(`completes ${typed} to ${meant}`, () => {
      expect(completeAddress(typed)).to.equal(meant);
    });
});

describe('readOrigins', () => {
  for (const [typed, origin] of [
    ['https://shop.example', 'https://shop.example'],
    ['https://shop.example/', 'https://shop.example'],
    ['https://shop.example/help?a#b', 'https://shop.example'],
    ['HTTPS://Shop.Example:443', 'https://shop.example'],
    ['http://127.0.0.1:18160/', 'http://127.0.0.1:18160'],
    ['localhost:5173', 'http://localhost:5173'],
    ['localhost', 'http://localhost'],
    ['shop.example', 'https://shop.example'],
    ['shop.example:8443', 'https://shop.example:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://intranet', 'http://intranet'],
    ['http://[::1]:5173', 'http://[::1]:5173'],
    ['capacitor://localhost', 'capacitor://localhost'],
    ['chrome-extension://abcdef/', 'chrome-extension://abcdef'],
    ['null', 'null'],
  ] as const)
    it(`reads ${typed} as ${origin}`, () => {
      expect(readOrigins(typed)).to.deep.equal({ origins: [origin], refused: [] });
    });

  for (const entry of [
    '*',
    'https://*.shop.example',
    '"https://shop.example"',
    'all',
    'true',
    'https://',
    'http://a:99999',
  ])
    it(`refuses ${entry}, which browsers never send as an origin`, () => {
      expect(readOrigins(`https://shop.example ${entry}`)).to.deep.equal({
        origins: ['https://shop.example'],
        refused: [entry],
      });
    });

  it('accepts commas, blanks, line ends, arrays and an empty value as separators and lists', () => {
    const origins = ['https://a.example', 'https://b.example'];
    for (const list of [
      'https://a.example,https://b.example',
      ' https://a.example\n https://b.example ',
      origins,
    ])
      expect(readOrigins(list)).to.deep.equal({ origins, refused: [] });
    for (const list of [undefined, '', ' ', []]) expect(readOrigins(list).origins).to.deep.equal([]);
  });
});

describe('explainOrigins', () => {
  it('returns nothing for a list that can be read', () => {
    expect(explainOrigins('localhost:5173, null')).to.equal(undefined);
  });

  for (const [list, line] of [
    ['*', 'https://www.example.com'],
    ['https://shop.example https://*.shop.example', 'https://shop.example https://www.shop.example'],
    ["'https://shop.example'", 'https://shop.example'],
  ] as const)
    it(`suggests a correct line for ${list}`, () => {
      expect(explainOrigins(list)).to.match(new RegExp(`Write "ALLOWED_ORIGINS": "${line}"$`));
    });
});
