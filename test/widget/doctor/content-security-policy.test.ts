import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  allowsConnection,
  allowsScript,
  allowsTrustedTypes,
  parsePolicies,
  type Policy,
} from '../../../widget/doctor/content-security-policy.ts';

const PAGE = new URL('https://shop.test/cart');

const policyOf = (text: string): Policy => parsePolicies(text)[0] ?? new Map();

/** A source list, a URL, and whether the list allows the URL. */
const SOURCES: readonly (readonly [sources: string, url: string, isAllowed: boolean])[] = [
  ['*', 'https://chat.test/a', true],
  ['*', 'data:text/plain,a', false],
  ["'none'", 'https://shop.test/a', false],
  ["'self'", 'https://shop.test/a', true],
  ["'SELF'", 'https://shop.test/a', true],
  ["'self'", 'https://www.shop.test/a', false],
  ["'self'", 'https://shop.test:8443/a', false],
  ['https:', 'https://chat.test/a', true],
  ['https:', 'http://chat.test/a', false],
  ['http:', 'https://chat.test/a', true],
  ['chat.test', 'https://chat.test/a', true],
  ['chat.test', 'http://chat.test/a', false],
  ['chat.test', 'https://a.chat.test/a', false],
  ['CHAT.test', 'https://chat.test/a', true],
  ['*.chat.test', 'https://a.chat.test/a', true],
  ['*.chat.test', 'https://a.b.chat.test/a', true],
  ['*.chat.test', 'https://chat.test/a', false],
  ['https://chat.test:443', 'https://chat.test/a', true],
  ['http://chat.test:80', 'https://chat.test/a', true],
  ['https://chat.test:8443', 'https://chat.test/a', false],
  ['https://chat.test:*', 'https://chat.test:9/a', true],
  ['https://chat.test', 'https://chat.test:9/a', false],
  ['https://chat.test/api/', 'https://chat.test/api/chat', true],
  ['https://chat.test/api', 'https://chat.test/api/chat', false],
  ['https://chat.test/api/chat', 'https://chat.test/api/chat?b', true],
  ['*', 'wss://chat.test/a', true],
  ["'self'", 'wss://shop.test/a', true],
  ["'self'", 'wss://chat.test/a', false],
  ['chat.test', 'wss://chat.test/a', true],
  ['wss:', 'wss://chat.test/a', true],
  ['ws://chat.test', 'wss://chat.test/a', true],
  ['wss://chat.test:443', 'wss://chat.test/a', true],
  ['https:', 'wss://chat.test/a', false],
  ['https://chat.test', 'wss://chat.test/a', false],
  ['https://other.test https://chat.test', 'https://chat.test/a', true],
];

describe('a content security policy', () => {
  for (const [sources, url, isAllowed] of SOURCES) {
    it(`${isAllowed ? 'allows' : 'refuses'} ${url} by ${sources}`, () => {
      assert.equal(allowsConnection(policyOf(`connect-src ${sources}`), new URL(url), PAGE), isAllowed);
    });
  }

  it("counts a socket at the page's own port as the page's own", () => {
    const policy = policyOf("connect-src 'self'");
    const page = new URL('http://localhost:8788/');
    assert.equal(allowsConnection(policy, new URL('ws://localhost:8788/agents/chat'), page), true);
    assert.equal(allowsConnection(policy, new URL('ws://localhost:8787/agents/chat'), page), false);
    assert.equal(allowsConnection(policy, new URL('ws://localhost/agents/chat'), page), false);
    assert.equal(allowsConnection(policy, new URL('wss://shop.test/'), new URL('http://shop.test/')), true);
  });

  it('uses the more general directive where a directive is missing', () => {
    const url = new URL('https://chat.test/a.js');
    const policy = policyOf("default-src 'none'; SCRIPT-SRC chat.test");
    assert.equal(allowsScript(policy, url, PAGE), true);
    assert.equal(allowsConnection(policy, url, PAGE), false);
    assert.equal(allowsScript(policyOf("script-src chat.test; script-src-elem 'self'"), url, PAGE), false);
    assert.equal(allowsScript(policyOf("style-src 'none'"), url, PAGE), true);
  });

  it('uses the first of two directives with the same name', () => {
    const policy = policyOf("connect-src 'none'; connect-src *");
    assert.equal(allowsConnection(policy, new URL('https://chat.test/'), PAGE), false);
  });

  it("trusts a nonce, and only that where it has 'strict-dynamic'", () => {
    const url = new URL('https://chat.test/a.js');
    const policy = policyOf("script-src 'nonce-abc' 'strict-dynamic' chat.test");
    assert.equal(allowsScript(policy, url, PAGE), false);
    assert.equal(allowsScript(policy, url, PAGE, 'other'), false);
    assert.equal(allowsScript(policy, url, PAGE, 'abc'), true);
  });

  it('lists the Trusted Types policies that it allows', () => {
    assert.equal(allowsTrustedTypes(policyOf('trusted-types a b'), 'b'), true);
    assert.equal(allowsTrustedTypes(policyOf('trusted-types a'), 'b'), false);
    assert.equal(allowsTrustedTypes(policyOf('trusted-types *'), 'b'), true);
    assert.equal(allowsTrustedTypes(policyOf("trusted-types 'none'"), 'b'), false);
    assert.equal(allowsTrustedTypes(policyOf("require-trusted-types-for 'script'"), 'b'), true);
  });

  it('can be several policies in one header', () => {
    assert.equal(parsePolicies("default-src 'self', connect-src *, ").length, 2);
  });
});
