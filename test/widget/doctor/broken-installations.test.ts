import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { diagnose } from '../../../widget/cli/doctor.ts';
import { parsePage } from '../../../widget/cli/parse-page.ts';
import { readRoot } from '../../../widget/cli/read-page.ts';
import { checkPage } from '../../../widget/doctor/check-page.ts';
import type { Finding } from '../../../widget/doctor/finding.ts';
import type { PageElement } from '../../../widget/doctor/page-element.ts';
import { SETTING_VALUES } from '../../../widget/doctor/setting-words.ts';
import { BROKEN_INSTALLATIONS } from '../../support/broken-installations.ts';
import { launchChromium } from '../../support/browser.ts';
import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts';

const PAGE = new URL('https://shop.dev/');

/** Problems that only the command finds, when it requests the page. */
const NO_SCRIPT: Finding = { code: 'no-script', problem: '', remedy: '' };

/** What the checks find in this HTML. */
function findingsOf(root: PageElement): Finding[] {
  const installation = readRoot(root, PAGE, '');
  const { scripts, endpoints, mistakes, silent } = installation;
  if (scripts.length === 0) return mistakes.length > 0 ? [...mistakes] : [NO_SCRIPT];
  const missing = endpoints.length === 0 && mistakes.length === 0 ? silent : [];
  return [...checkPage(installation), ...missing];
}

function codesOf(root: PageElement): string[] {
  return findingsOf(root).map(({ code }) => code);
}

/**
 * The HTML after somebody has followed a remedy word by word; undefined where the remedy takes more than a
 * word.
 */
function mend(html: string, { problem, remedy }: Finding): string | undefined {
  const [, written] = /^Write (\S+)\.$/.exec(remedy) ?? [];
  const [, seen] =
    /^There is no setting (\S+)\.$/.exec(problem) ?? /^\S+?="(.*?)" (?!on\b)/.exec(problem) ?? [];
  if (written === undefined || seen === undefined || written.includes('=')) return undefined;
  return html.replace(seen, written);
}

/** A page as its browser parses it, which does not tell which tags were closed. */
function asInBrowser({ name, attributes, children }: PageElement): PageElement {
  return {
    name,
    attributes,
    children: children.map((child) => (typeof child === 'string' ? child : asInBrowser(child))),
  };
}

describe('the list of broken installations', () => {
  let browser: Browser;
  let tab: Page;
  let site: LoopbackSite;

  before(async () => {
    [browser, site] = await Promise.all([launchChromium(), startLoopbackSite()]);
    tab = await browser.newPage();
  });
  after(() => Promise.all([browser?.close(), site?.close()]));

  it('has each fault named, with its reason, by the command and by the page', async (test) => {
    const named = { command: 0, page: 0 };
    const wrong: string[] = [];
    for (const { name, html, code } of BROKEN_INSTALLATIONS) {
      // The doctor on the page reads the HTML as the browser has parsed it.
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const understood = await tab.evaluate(
        (text) => new DOMParser().parseFromString(text, 'text/html').documentElement.outerHTML,
        html,
      );
      const words = new Set<string>();
      for (const [reader, root] of [
        ['command', parsePage(html)],
        ['page', asInBrowser(parsePage(understood))],
      ] as const) {
        const found = findingsOf(root);
        const finding = found.find((one) => one.code === code);
        if (finding) named[reader] += 1;
        else
          wrong.push(`${name}, ${reader}: expected ${code}, got ${found.map((one) => one.code).join(' ')}`);
        words.add(`${finding?.problem} ${finding?.remedy}`);
      }
      if (words.size > 1) wrong.push(`${name}, in two ways: ${[...words].join('\n  ')}`);
    }
    test.diagnostic(
      `${BROKEN_INSTALLATIONS.length} broken installations: ${named.command} named by the command, ${named.page} by the page`,
    );
    assert.deepEqual(wrong, []);
    assert.ok(BROKEN_INSTALLATIONS.length >= 60);
  });

  it('has no fault left after its remedy is followed', (test) => {
    const mended = BROKEN_INSTALLATIONS.flatMap(({ html, code }) => {
      const finding = findingsOf(parsePage(html)).find((one) => one.code === code);
      const better = finding && mend(html, finding);
      if (finding === undefined || better === undefined) return [];
      const left = findingsOf(parsePage(better)).filter((one) => one.code === code);
      return [{ html, better, left }];
    });
    test.diagnostic(`${mended.length} of them by one word that is written as it is said`);
    assert.deepEqual(
      mended.filter(({ left }) => left.length > 0),
      [],
    );
    assert.ok(mended.length >= 30);
  });

  it('does not contain correct pages: the doctor finds nothing in these', () => {
    for (const html of [
      '<script src="https://chat.shop.dev/cf-ai-chat.js" defer nonce="a" id="b" data-cfasync="false" crossorigin></script>',
      '<script src="cf-ai-chat.js" data-endpoint="/chat.php" data-mount="none" data-open></script><cf-ai-chat></cf-ai-chat>',
      '<script src="/cf-ai-chat.js" data-endpoint="wss:/chat.shop.dev/agents/chat"></script>',
      '<script src="/cf-ai-chat.js" data-endpoint="ws://localhost:8787/agents/chat/lobby"></script>',
      '<meta http-equiv="Content-Security-Policy" content="connect-src \'self\' wss:"><script src="/cf-ai-chat.js" data-endpoint="wss://agents.dev/agents/chat"></script>',
      '<script src="//chat.shop.dev/v/0.2.0/cf-ai-chat.js?heading=Ask+us" data-turbo-track="reload"></script>',
      '<script src="/assets/cf-ai-chat.js" data-endpoint="https://my-worker.shop.workers.dev"></script>',
      `<script src="/cf-ai-chat.js" data-suggestions='["One?"]'></script><cf-ai-chat class="a" historylimit="3" mode="inline" slot="b" style="height: 1px" endpoint="https://api.shop.dev/?"></cf-ai-chat>`,
      `<script src="/cf-ai-chat.js" data-request-format="openai" data-request-body='{"model":"gpt-5-mini"}' data-accent="rebeccapurple" data-contact-url="mailto:help@shop.dev" data-avatar="logo.png"></script>`,
      '<script src="/cf-ai-chat.js?ver=6.5&amp;x=1" data-accent="oklch(0.6 0.1 200)" data-contact-url="/contact" data-avatar="/logo.png" data-rocket-status="executed" data-nscript="afterInteractive" async=""></script>',
      '<script src="/your-site/cf-ai-chat.js" data-endpoint="/your-site/chat"></script><div hidden><cf-ai-chat mode="inline" accent="AccentColor"><p slot="footer">Hello</p><noscript><p>Mail us</p></noscript></cf-ai-chat></div>',
      '<script src="/cf-ai-chat.js"></script><main><cf-ai-chat mode="inline"><p>It loads.</p></cf-ai-chat></main>',
      '<script type="module" src="https://chat.shop.dev/cf-ai-chat.js"></script><cf-ai-chat open lang="de" id="chat"></cf-ai-chat>',
      `<script>window.cfAiChat = { mount: 'none', heading: 'color: red', strings: { title: 'A' }, async headers() { return { key: 'b' }; }, accent: getColor() }; // { title: 1 }
       cfAiChat.push(['send', 'Hi', { draft: true }]); track({ color: cfAiChat.version }); cfAiChat.elements.map(({ title }) => ({ title }));</script><script src="/cf-ai-chat.js"></script>`,
    ])
      assert.deepEqual(codesOf(parsePage(html)), [], html);
  });

  it('never makes the command crash', async () => {
    for (const { html, code } of BROKEN_INSTALLATIONS) {
      site.page('/', html);
      if (!/shop\.dev/.test(html) || code.startsWith('script-')) {
        // The requests of the other checks are left out: these pages name hosts that do not exist.
        // oxlint-disable-next-line no-await-in-loop -- one page after the other
        const { findings } = await diagnose(site.url, { timeoutMs: 500 });
        assert.ok(findings.length > 0, html);
      }
    }
  });

  it('are checked with a table of settings that has exactly the attributes of the element', async () => {
    const { default: manifest } = (await import('../../../widget/custom-elements.json', {
      with: { type: 'json' },
    })) as { default: Manifest };
    const attributes = manifest.modules.flatMap(({ declarations }) =>
      declarations.flatMap((one) => one.attributes ?? []),
    );
    assert.deepEqual(Object.keys(SETTING_VALUES).toSorted(), attributes.map(({ name }) => name).toSorted());
    for (const { name, type } of attributes) {
      const words = [...(type?.text ?? '').matchAll(/'([\w-]+)'/g)].map(([, word]) => word);
      if (words.length > 0) assert.deepEqual(SETTING_VALUES[name], words, name);
    }
  });
});

interface Manifest {
  readonly modules: readonly {
    readonly declarations: readonly {
      readonly attributes?: readonly { readonly name: string; readonly type?: { readonly text: string } }[];
    }[];
  }[];
}
