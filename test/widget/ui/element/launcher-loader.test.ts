import { expect } from 'chai';
import { ChatHarness } from '../../../support/chat-harness.ts';
import { ScriptedTransport } from '../../../support/scripted-transport.ts';
import { until } from '../../../support/until.ts';
import { CfAiChatElement } from '../../../../widget/index.ts';
import { observedAndIdle } from '../../../support/idle.ts';

/** A chat that counts requests for `launcher.js`, and whose file may be missing. */
let asked = 0;
let isMissing = false;

class CountingElement extends CfAiChatElement {
  static override environment = {
    ...CfAiChatElement.environment,
    loadLauncher: async () => {
      asked += 1;
      if (isMissing) throw new Error('no network');
      return import('../../../../widget/ui/features/launcher/launcher.ts');
    },
  };
}
customElements.define('test-counting-chat', CountingElement);

describe('the loader of launcher.js', () => {
  const added: HTMLElement[] = [];
  beforeEach(() => {
    asked = 0;
    isMissing = false;
  });
  afterEach(() => {
    for (const element of added.splice(0)) element.remove();
    sessionStorage.clear();
  });

  function mount<T extends CfAiChatElement>(tag: string, settings: Partial<T> = {}): T {
    const element = document.createElement(tag) as T;
    Object.assign(element, { transport: new ScriptedTransport(), persist: 'none', ...settings });
    document.body.append(element);
    added.push(element);
    return element;
  }

  it('loads launcher.js once for a floating chat when the page is idle', async () => {
    const { launcher, updateComplete } = mount('test-counting-chat');
    await updateComplete;
    await until(() => asked, Boolean);
    await Promise.all([launcher.load(), launcher.load()]);
    expect(asked).to.equal(1);
  });

  it('loads launcher.js for an inline chat together with the panel', async () => {
    const element = mount('test-counting-chat', { mode: 'inline' });
    element.style.cssText = `position: absolute; top: ${3 * innerHeight}px`;
    await element.updateComplete;
    await observedAndIdle();
    expect(asked).to.equal(0);
    element.style.top = '0';
    // WebKit's observer looks again only with the next frame, which a still page must request.
    await until(async () => {
      await observedAndIdle();
      return asked;
    }, Boolean);
  });

  it('loads nothing for a chat without a backend', async () => {
    await mount('test-counting-chat', { transport: undefined }).updateComplete;
    await observedAndIdle();
    expect(asked).to.equal(0);
  });

  it('loads again where launcher.js could not be loaded', async () => {
    isMissing = true;
    const { launcher } = mount('test-counting-chat', { mode: 'inline' });
    expect(await launcher.load()).to.equal(undefined);
    isMissing = false;
    expect(await launcher.load()).not.to.equal(undefined);
    expect(asked).to.be.at.least(2);
  });

  it('opens the panel without launcher.js where that file cannot be loaded', async () => {
    isMissing = true;
    const element = mount('test-counting-chat');
    const chat = new ChatHarness(element);
    element.show();
    await chat.ready();
    expect(element.launcher.current).to.equal(undefined);
    expect(chat.panel.getBoundingClientRect().width).to.be.greaterThan(300);
    expect(getComputedStyle(chat.launcher).visibility).to.equal('hidden');
  });

  it('hides the launcher of an open chat before the panel is ready, since the panel has a close button of its own', async () => {
    const element = mount('test-counting-chat');
    const chat = new ChatHarness(element);
    await element.launcher.load();
    expect(getComputedStyle(chat.launcher).visibility).to.equal('visible');
    element.show();
    await element.updateComplete;
    expect(getComputedStyle(chat.launcher).visibility).to.equal('hidden');
    await chat.ready();
  });
});
