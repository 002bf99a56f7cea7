import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Plugin } from 'vite';
import { bundle, forBrowsers } from '../../support/bundle.ts';
import { launchChromium } from '../../support/browser.ts';
import { installFixture } from '../../support/install-fixture.ts';
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts';
import { FORMS, type Configuration } from '../../../demo/build/snippets/forms.ts';
import { DIST } from '../../../widget/build/project.ts';
import type { CfAiChatElement } from '../../../widget/index.ts';

const FRAMEWORKS = installFixture('frameworks');
const { svelte, vue } = await import('../../fixtures/frameworks/vite-plugins.ts');

/** Values that break out of their quotes wherever a form does not escape them. */
const SETTINGS = {
  heading: `Ask "us", it's <b>free</b> & {quick}`,
  greeting: 'One\nTwo \\n [three](/3) `${four}`',
  suggestions: '["What </script> is this?", "And {that}?"]',
  theme: 'dark',
  'history-limit': '7',
  disabled: 'true',
} as const;

/** How a page runs the module of each form. */
const ENTRIES: Readonly<Record<string, { readonly file: string; readonly code: string }>> = {
  npm: { file: 'form.js', code: `import './form.js';` },
  react: {
    file: 'form.tsx',
    code: `import { createElement } from 'react'; import { createRoot } from 'react-dom/client';
import { Chat } from './form.tsx'; createRoot(document.querySelector('main')).render(createElement(Chat));`,
  },
  vue: {
    file: 'form.vue',
    code: `import { createApp } from 'vue'; import Chat from './form.vue'; createApp(Chat).mount('main');`,
  },
  svelte: {
    file: 'form.svelte',
    code: `import { mount } from 'svelte'; import Chat from './form.svelte'; mount(Chat, { target: document.querySelector('main') });`,
  },
};

/** Bundles the code of a form as a project with the framework does. */
function bundleForm(id: string, code: string): Promise<string> {
  const entry = ENTRIES[id];
  assert.ok(entry);
  const files = new Map([
    [join(FRAMEWORKS, entry.file), code],
    [join(FRAMEWORKS, 'entry.js'), entry.code],
  ]);
  const generated: Plugin = {
    name: 'generated',
    enforce: 'pre',
    resolveId: (name) => [...files.keys()].find((path) => path === name || path === join(FRAMEWORKS, name)),
    load: (path) => files.get(path),
  };
  return bundle({
    root: FRAMEWORKS,
    plugins: [generated, svelte, vue],
    resolve: {
      alias: { 'cf-ai-chat/react': join(DIST, 'react.js'), 'cf-ai-chat': join(DIST, 'index.js') },
      dedupe: ['react'],
      conditions: ['browser', 'module', 'production'],
    },
    build: forBrowsers(join(FRAMEWORKS, 'entry.js')),
  });
}

describe('the code that the configurator shows', { timeout: 180_000 }, () => {
  let site: LoopbackSite;
  let browser: Browser;
  before(async () => {
    site = await startLoopbackSite();
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });

  function configuration(): Configuration {
    return {
      source: { src: new URL('/cf-ai-chat.js', site.url).href },
      settings: SETTINGS,
      tokens: { '--cf-ai-chat-radius': '7px' },
      forAuthors: new Set(['heading', 'greeting', 'suggestions']),
    };
  }

  for (const { id, title, snippets } of FORMS.filter((form) => form.id !== 'wordpress')) {
    it(`for ${title} puts the chat on a page with the configured settings`, async () => {
      const [main, style] = snippets(configuration());
      assert.ok(main && style);
      assert.equal(style.language, 'css');
      const isBundle = id in ENTRIES;
      const script = isBundle ? await bundleForm(id, main.code) : '';
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      site.route('/form.js', (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script);
      });
      const body = isBundle ? '<main></main><script type="module" src="/form.js"></script>' : main.code;
      site.page('/', `<!doctype html><meta charset="utf-8"><style>${style.code}</style><body>${body}`);
      await page.goto(site.url.href);
      const chat = page.locator('cf-ai-chat:defined');
      await chat.waitFor({ state: 'attached' });
      const set = await chat.evaluate((element: CfAiChatElement) => {
        const { endpoint, heading, greeting, suggestions, theme, historyLimit, disabled } = element;
        const radius = getComputedStyle(element).getPropertyValue('--cf-ai-chat-radius');
        return { endpoint, heading, greeting, suggestions, theme, historyLimit, disabled, radius };
      });
      assert.deepEqual(set, {
        endpoint: new URL('/api/chat', site.url).href,
        heading: SETTINGS.heading,
        greeting: SETTINGS.greeting,
        suggestions: SETTINGS.suggestions,
        theme: 'dark',
        historyLimit: 7,
        disabled: true,
        radius: '7px',
      });
      assert.deepEqual(errors, []);
      await page.close();
    });
  }

  it('for WordPress is one shortcode with the settings that an author may set, and without characters that end it', () => {
    const form = FORMS.find(({ id }) => id === 'wordpress');
    const [code] = form?.snippets(configuration()) ?? [];
    const [, attributes = ''] = /^\[cf_ai_chat((?: [a-z-]+="[^"[\]]*")*)\]$/.exec(code?.code ?? '') ?? [];
    assert.deepEqual(
      [...attributes.matchAll(/ ([a-z-]+)=/g)].map(([, name]) => name),
      ['heading', 'greeting', 'suggestions'],
    );
  });
});
