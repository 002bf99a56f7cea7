import { expect } from 'chai';
import type { CfAiChatElement } from '../../../widget/index.ts';
import { addresses, HostPage, scriptTag, WATCH } from '../../support/host-page.ts';

/** One way to install the chat. */
interface InstallForm {
  readonly html: string;
  /** The modes of the chats that are on the page in the end, in order. */
  readonly modes: readonly string[];
  /** Settings of the last chat. */
  readonly settings?: Partial<CfAiChatElement>;
  /** The expected console warnings. */
  readonly warnings?: readonly string[];
}

const { worker } = addresses;
const SCRIPT = scriptTag('defer');

const inject = (code: string): string => `<script>${code}</script>`;
const injectScript = (before: string, path = '/cf-ai-chat.js'): string =>
  inject(
    `${before};var s=document.createElement('script');s.src='${worker}${path}';document.head.appendChild(s)`,
  );
const jsonChild = (settings: unknown): string =>
  `<script type="application/json">${JSON.stringify(settings)}</script>`;

const ONE: Pick<InstallForm, 'modes'> = { modes: ['floating'] };
const IGNORED = { ...ONE, warnings: ['<cf-ai-chat>: window.cfAiChat is neither settings nor a list'] };
const TWICE = `<cf-ai-chat>: ${addresses.version} and ${addresses.version}`;

const FORMS: Readonly<Record<string, InstallForm>> = {
  'script at the end of the body': { ...ONE, html: `<p>Page</p>${scriptTag()}` },
  'script in the head': { ...ONE, html: `<head>${scriptTag()}</head><body><p>Page</p>` },
  'script with defer': { ...ONE, html: `<head>${SCRIPT}</head><body><p>Page</p>` },
  'script with async': { ...ONE, html: `<head>${scriptTag('async')}</head><body><p>Page</p>` },
  'script as a module': { ...ONE, html: `<head>${scriptTag('type="module"')}</head><body><p>Page</p>` },
  'script as an async module': { ...ONE, html: scriptTag('type="module" async') },
  'script with crossorigin': { ...ONE, html: scriptTag('defer crossorigin="anonymous"') },
  'script with data-*': {
    ...ONE,
    html: scriptTag(
      `defer data-heading="Ask us" data-launcher-label="Talk" data-history-limit="4" data-open`,
    ),
    settings: { heading: 'Ask us', launcherLabel: 'Talk', historyLimit: 4, open: true },
  },
  'script with settings in its address': {
    ...ONE,
    html: `<script src="${worker}/cf-ai-chat.js?heading=Ask+us&launcher-label=Talk&credentials=omit" defer></script>`,
    settings: { heading: 'Ask us', launcherLabel: 'Talk', credentials: 'omit' },
  },
  'settings object before the script': {
    ...ONE,
    html: `${inject('window.cfAiChat={heading:"Ask us",suggestions:["One","Two"],historyLimit:4}')}${SCRIPT}`,
    settings: { heading: 'Ask us', suggestions: ['One', 'Two'], historyLimit: 4 },
  },
  'list of settings and calls before the script': {
    ...ONE,
    html: `${inject('window.cfAiChat=[{heading:"First"},{heading:"Second"},["show"]]')}${SCRIPT}`,
    settings: { heading: 'Second', open: true },
  },
  ...Object.fromEntries(
    ['true', '1', '"yes"', 'null', 'function(){}', 'document.body', 'document.scripts'].map((value) => [
      `settings that are ${value}`,
      { ...IGNORED, html: `${inject(`window.cfAiChat=${value}`)}${SCRIPT}` },
    ]),
  ),
  'a list of settings with other things in it': {
    ...ONE,
    html: `${inject('window.cfAiChat=[null,"x",1,{heading:"Ask us"}]')}${SCRIPT}`,
    settings: { heading: 'Ask us' },
  },
  'an element with the id cfAiChat': { ...IGNORED, html: `<div id="cfAiChat"></div>${SCRIPT}` },
  'two elements with the id cfAiChat': { ...IGNORED, html: `${'<a id="cfAiChat"></a>'.repeat(2)}${SCRIPT}` },
  'an image with the name scripts': {
    ...ONE,
    html: `<img name="scripts">${scriptTag('defer data-heading="Ask us"')}`,
    settings: { heading: 'Ask us' },
  },
  'queue of a tag manager, script created': {
    ...ONE,
    html: injectScript('window.cfAiChat=window.cfAiChat||[];cfAiChat.push({launcherLabel:"Talk"})'),
    settings: { launcherLabel: 'Talk' },
  },
  'tag manager, settings in the address': {
    ...ONE,
    html: injectScript('', '/cf-ai-chat.js?heading=Ask%20us'),
    settings: { heading: 'Ask us' },
  },
  'tag manager after load': {
    ...ONE,
    html: inject(
      `addEventListener('load',function(){var s=document.createElement('script');s.src='${worker}/cf-ai-chat.js';s.setAttribute('data-heading','Late');document.body.appendChild(s)})`,
    ),
    settings: { heading: 'Late' },
  },
  'optimiser that runs the code without its tag': {
    ...ONE,
    html: inject(
      `window.cfAiChat={src:'${worker}/cf-ai-chat.js',heading:'Inlined'};fetch(cfAiChat.src).then(function(r){return r.text()}).then(function(t){(0,eval)(t)})`,
    ),
    settings: { heading: 'Inlined' },
  },
  'floating element with attributes': {
    ...ONE,
    html: `<cf-ai-chat heading="Mine"></cf-ai-chat>${SCRIPT}`,
    settings: { heading: 'Mine' },
  },
  'floating element below a blocking script': {
    ...ONE,
    html: `${scriptTag('data-heading="Default" data-placeholder="Type"')}<cf-ai-chat heading="Mine"></cf-ai-chat>`,
    settings: { heading: 'Mine', placeholder: 'Type' },
  },
  'inline element beside the launcher': {
    html: `<cf-ai-chat mode="inline" instance="inline" style="height:400px"></cf-ai-chat>${SCRIPT}`,
    modes: ['inline', 'floating'],
  },
  'inline element alone': {
    html: `<cf-ai-chat mode="inline" style="height:400px"></cf-ai-chat>${scriptTag('defer data-mount="none"')}`,
    modes: ['inline'],
  },
  'page element': {
    html: `<cf-ai-chat mode="page"></cf-ai-chat>${scriptTag('defer data-mount="none"')}`,
    modes: ['page'],
  },
  'element whose mode is set after it was drawn': {
    html: `<cf-ai-chat style="height:400px"></cf-ai-chat>${SCRIPT}${inject("addEventListener('load',function(){document.querySelector('cf-ai-chat').mode='inline'})")}`,
    modes: ['inline'],
  },
  'several instances': {
    html: `<cf-ai-chat mode="inline" instance="a" style="height:350px"></cf-ai-chat><cf-ai-chat mode="inline" instance="b" style="height:350px"></cf-ai-chat>${SCRIPT}`,
    modes: ['inline', 'inline', 'floating'],
  },
  'element with a JSON child': {
    ...ONE,
    html: `<cf-ai-chat heading="Attribute">${jsonChild({ heading: 'JSON', launcherLabel: 'Talk', suggestions: ['A'] })}</cf-ai-chat>${SCRIPT}`,
    settings: { heading: 'Attribute', launcherLabel: 'Talk', suggestions: ['A'] },
  },
  'element with a JSON child below a blocking script': {
    html: `${scriptTag('data-heading="Tag" data-placeholder="Tag" data-mount="none"')}<cf-ai-chat>${jsonChild({ heading: 'JSON', mode: 'inline' })}</cf-ai-chat>`,
    modes: ['inline'],
    settings: { heading: 'JSON', placeholder: 'Tag', mode: 'inline' },
  },
  'element made by a later deferred script': {
    ...ONE,
    html: `<head>${SCRIPT}<script type="module">const c=document.createElement('cf-ai-chat');c.heading='Mine';document.body.append(c)</script></head><body>`,
    settings: { heading: 'Mine' },
  },
  'element that is defined late': {
    ...ONE,
    html: `<cf-ai-chat>Contact us</cf-ai-chat>${inject(`document.querySelector('cf-ai-chat').heading='Early';addEventListener('load',function(){var s=document.createElement('script');s.src='${worker}/cf-ai-chat.js';document.head.appendChild(s)})`)}`,
    settings: { heading: 'Early' },
  },
  'element inserted as HTML after load': {
    html: `${scriptTag('defer data-mount="none"')}${inject(`addEventListener('load',function(){document.body.insertAdjacentHTML('beforeend','<cf-ai-chat heading="Inserted"></cf-ai-chat>')})`)}`,
    modes: ['floating'],
    settings: { heading: 'Inserted' },
  },
  'the same script twice': { ...ONE, html: SCRIPT + SCRIPT },
  'the same script twice, without a launcher': {
    html: `<cf-ai-chat mode="inline" style="height:400px"></cf-ai-chat>${scriptTag('data-mount="none"').repeat(2)}`,
    modes: ['inline'],
  },
  'a second script with settings of its own, without a launcher': {
    html: `<cf-ai-chat mode="inline" style="height:400px"></cf-ai-chat>${scriptTag('data-mount="none"')}${scriptTag('data-mount="none" data-heading="Second"')}`,
    modes: ['inline'],
    warnings: [TWICE],
  },
  'a second script with settings of its own': {
    ...ONE,
    html: `${SCRIPT}${scriptTag('defer data-heading="Second"')}`,
    settings: { heading: 'Second' },
    warnings: [TWICE],
  },
  'pushes after load': {
    ...ONE,
    html: `${scriptTag()}${inject('cfAiChat.push({heading:"Pushed"},["show"])')}`,
    settings: { heading: 'Pushed', open: true },
  },
  'a push that mounts': {
    html: `${scriptTag('data-mount="none"')}${inject('cfAiChat.push({heading:"Pushed"})')}`,
    modes: ['floating'],
    settings: { heading: 'Pushed' },
  },
  'pinned version': {
    ...ONE,
    html: scriptTag('defer crossorigin="anonymous"', `/v/${addresses.version}/cf-ai-chat.js`),
  },
  'package as a module': {
    ...ONE,
    html: `<cf-ai-chat endpoint="${worker}/api/chat"></cf-ai-chat><script type="module">import '${worker}/v/${addresses.version}/index.js'</script>`,
  },
  'package and script together': {
    ...ONE,
    html: `<cf-ai-chat endpoint="${worker}/api/chat"></cf-ai-chat><script type="module">import '${worker}/v/${addresses.version}/index.js'</script>${scriptTag('type="module"')}`,
  },
};

describe('the ways to install the chat', () => {
  afterEach(() => HostPage.cleanUp());

  for (const [name, { html, modes, settings = {}, warnings = [] }] of Object.entries(FORMS)) {
    it(`${name}: the page has the expected chats with their settings, and a conversation works`, async () => {
      const page = await HostPage.open(WATCH + html);
      const chat = await page.chat(modes.length - 1);
      for (const [property, value] of Object.entries(settings)) {
        await page.until(
          `${property} ${JSON.stringify(value)}`,
          () => JSON.stringify(Reflect.get(chat, property)) === JSON.stringify(value),
        );
      }
      const answer = await page.converse(chat);
      expect(answer).to.contain('[1]');
      expect(page.chats.map(({ mode }) => mode)).to.deep.equal(modes);
      expect(page.warnings).to.deep.equal(warnings);
    });
  }

  it('an element that is added after DOMContentLoaded does not replace the mounted chat', async () => {
    const page = await HostPage.open(SCRIPT);
    await page.chat();
    page.document.body.append(page.document.createElement('cf-ai-chat'));
    expect(page.chats).to.have.length(2);
  });

  it('no chat is mounted on a page whose own component has a chat in its shadow root', async () => {
    const component = `customElements.define('x-help',class extends HTMLElement{constructor(){super();this.attachShadow({mode:'closed'}).append(document.createElement('cf-ai-chat'))}})`;
    const page = await HostPage.open(`<x-help></x-help>${inject(component)}${SCRIPT}`);
    const chat = await page.until('a chat in the component', () => page.api?.elements?.[0]);
    await page.until('a drawn chat', () => chat.shadowRoot?.querySelector('[part=launcher]'));
    expect(chat.getRootNode()).not.to.equal(page.document);
    expect(page.chats).to.have.length(0);
    page.api.push(['show']);
    expect(chat.open).to.equal(true);
  });

  it('an element that loses its attributes goes back to the settings of the script', async () => {
    const page = await HostPage.open(
      `<cf-ai-chat heading="Help" history-limit="7" endpoint="/else"></cf-ai-chat>
      ${scriptTag('data-heading="Ask us" data-history-limit="4"')}`,
    );
    const chat = await page.chat();
    expect([chat.heading, chat.historyLimit, chat.endpoint]).to.deep.equal(['Help', 7, '/else']);
    for (const name of ['heading', 'history-limit', 'endpoint']) chat.removeAttribute(name);
    const expected = ['Ask us', 4, `${worker}/api/chat`];
    expect([chat.heading, chat.historyLimit, chat.endpoint]).to.deep.equal(expected);
  });

  it("no global names are added besides the chat's own and those of Lit", async () => {
    const blank = await HostPage.open('<p>Page</p>');
    const before = new Set(Object.getOwnPropertyNames(blank.window));
    const page = await HostPage.open(`<p>Page</p>${SCRIPT}`);
    await page.converse(await page.chat());
    const added = Object.getOwnPropertyNames(page.window).filter(
      (name) => !before.has(name) && !/^\d+$/.test(name),
    );
    // Lit's own globals: two lists of versions, and a map for its decorators.
    const ofLit = ['litHtmlVersions', 'litPropertyMetadata', 'reactiveElementVersions'];
    expect(added.toSorted()).to.deep.equal(['cfAiChat', ...ofLit]);
  });

  it('a second script of another release adds its settings, warns, and the first script stays in use', async () => {
    const warnings: string[] = [];
    const page =
      await HostPage.open(`${inject('console.warn=function(t){(window.warnings=window.warnings||[]).push(t)}')}
      ${scriptTag()}<script src="${addresses.stale}/cf-ai-chat.js" data-heading="Older"></script>`);
    const chat = await page.chat();
    await page.until('the other settings', () => chat.heading === 'Older');
    warnings.push(...(Reflect.get(page.window, 'warnings') as string[]));
    expect(page.api.version).to.equal(addresses.version);
    expect(warnings).to.deep.equal([`<cf-ai-chat>: ${addresses.version} and 0.0.9`]);
  });

  it('the chat works in a frame that is sandboxed without allow-same-origin', async () => {
    const told = new Promise((resolve) =>
      window.addEventListener('message', ({ data }) => resolve(data), { once: true }),
    );
    const report = `cfAiChat.push(['show']);document.addEventListener('cf-ai-chat-ready',function(e){parent.postMessage({mode:e.target.mode,words:e.target.shadowRoot.querySelector('textarea').placeholder},'*')})`;
    await HostPage.open(`${scriptTag()}${inject(report)}`, { sandbox: 'allow-scripts' });
    expect(await told).to.deep.equal({ mode: 'floating', words: 'Ask a question…' });
  });

  it('no request is sent where no endpoint can be derived, and the console says what is missing', async () => {
    const page =
      await HostPage.open(`${inject('console.error=function(t){(window.errors=window.errors||[]).push(t)}')}
      <cf-ai-chat></cf-ai-chat><script type="module">import '${worker}/v/${addresses.version}/index.js'</script>`);
    const chat = await page.chat();
    const errors = await page.until(
      'an error',
      () => Reflect.get(page.window, 'errors') as string[] | undefined,
    );
    expect(errors).to.have.length(1);
    expect(errors[0]).to.contain('endpoint=');
    expect(chat.shadowRoot?.querySelector('[part=launcher]')?.checkVisibility()).to.equal(false);
  });
});
