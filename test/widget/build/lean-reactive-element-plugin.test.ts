import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../../../widget/build/project.ts';
import { takeOutUnused } from '../../../widget/build/lean-reactive-element-plugin.ts';

const LIBRARY = readFileSync(join(ROOT, 'node_modules/@lit/reactive-element/reactive-element.js'), 'utf8');

describe('the unused parts of ReactiveElement', () => {
  it('are found in the installed version, each once', () => {
    const code = takeOutUnused(LIBRARY);
    assert.ok(code.length < LIBRARY.length * 0.85);
    assert.doesNotMatch(code, /Symbol\.metadata|willUpdate|addInitializer|finalizeStyles|wrapped=/);
    assert.match(code, /reactiveElementVersions/);
  });

  it('are not needed: no setting is an accessor, whose code would be lost', () => {
    const settings = readFileSync(join(ROOT, 'widget/ui/shell/chat-settings-element.ts'), 'utf8');
    assert.match(settings, /^ {2}@property\(\) endpoint/m);
    assert.doesNotMatch(settings, /^ {2}.*\b(?:get|set|accessor) /m);
  });

  it('break the build when one is not there', () => {
    assert.throws(() => takeOutUnused(takeOutUnused(LIBRARY)), /once in ReactiveElement, found 0/);
  });

  it('break the build when one is there twice', () => {
    assert.throws(() => takeOutUnused(LIBRARY + LIBRARY), /once in ReactiveElement, found 2/);
  });
});
