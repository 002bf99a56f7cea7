import { expect } from 'chai';
import { addresses, HostPage, WATCH } from '../../support/host-page.ts';

const { worker } = addresses;
const TYPES = "require-trusted-types-for 'script'";
const STRICT = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'";
const ALLOWS_WORKER = `default-src 'none'; script-src 'self' ${worker}; connect-src ${worker}`;

const OWN = '<script src="/cf-ai-chat.js" data-accent="#0a7d5a" defer></script>';
const FOREIGN = `<script src="${worker}/cf-ai-chat.js" data-accent="#0a7d5a" defer></script>`;
const WITH_NONCE = [WATCH, FOREIGN].map((tag) => tag.replace('<script', '<script nonce="abc123"')).join('');
const OTHER_LIT = '<script type="module" src="/test/e2e/embedding/fixtures/other-lit.js"></script>';
// The page's own libraries load each other by address, so that their imports do not depend on the chat.
const LISTED = `${STRICT}; ${TYPES}; trusted-types cf-ai-chat lit-html dompurify`;

/** A page for each policy. The chat must hold a conversation on each, without a violation. */
const PAGES: Readonly<Record<string, { readonly csp: string; readonly html: string }>> = {
  'nothing but its own origin': { csp: STRICT, html: WATCH + OWN },
  'Trusted Types with our name': { csp: `${STRICT}; ${TYPES}; trusted-types cf-ai-chat`, html: WATCH + OWN },
  'Trusted Types without a list': { csp: `${STRICT}; ${TYPES}`, html: WATCH + OWN },
  'Trusted Types, duplicates allowed': {
    csp: `${STRICT}; ${TYPES}; trusted-types cf-ai-chat 'allow-duplicates'`,
    html: WATCH + OWN,
  },
  'only the two hosts the README names': { csp: ALLOWS_WORKER, html: WATCH + FOREIGN },
  'the two hosts and Trusted Types': {
    csp: `${ALLOWS_WORKER}; ${TYPES}; trusted-types cf-ai-chat`,
    html: WATCH + FOREIGN,
  },
  'a nonce': {
    csp: `default-src 'none'; script-src 'nonce-abc123'; connect-src ${worker}`,
    html: WITH_NONCE,
  },
  'a nonce and strict-dynamic': {
    csp: `default-src 'none'; script-src 'nonce-abc123' 'strict-dynamic'; connect-src ${worker}; ${TYPES}; trusted-types cf-ai-chat; base-uri 'none'`,
    html: WITH_NONCE,
  },
  'a nonce, and words that are loaded': {
    csp: `default-src 'none'; script-src 'nonce-abc123'; connect-src ${worker}`,
    html: WITH_NONCE.replace('data-accent', 'data-lang="de" data-accent'),
  },
  'strict-dynamic, and words that are loaded': {
    csp: `default-src 'none'; script-src 'nonce-abc123' 'strict-dynamic'; connect-src ${worker}; ${TYPES}; trusted-types cf-ai-chat`,
    html: WITH_NONCE.replace('data-accent', 'data-lang="de" data-accent'),
  },
  'another Lit and DOMPurify first': { csp: LISTED, html: WATCH + OTHER_LIT + OWN },
  'another Lit and DOMPurify later': { csp: LISTED, html: WATCH + OWN + OTHER_LIT },
};

describe('content security policies', () => {
  afterEach(() => HostPage.cleanUp());

  for (const [name, { csp, html }] of Object.entries(PAGES)) {
    it(`${name}: allows a whole conversation without a violation`, async () => {
      const page = await HostPage.open(`<body>${html}`, { csp });
      const chat = await page.chat();
      expect(await page.converse(chat)).to.contain('[1]');
      expect(await page.converse(chat, 'What about privacy?')).not.to.equal('');
      expect(page.violations).to.deep.equal([]);
      if (chat.lang === 'de')
        expect(chat.shadowRoot?.querySelector('textarea')?.placeholder).to.equal('Frage stellen…');
      const launcher = chat.shadowRoot?.querySelector('[part=launcher]');
      // The accent of the settings, #0a7d5a, mixed by the styles: browsers compute it as `color(srgb …)`.
      const { backgroundColor } = page.window.getComputedStyle(launcher!);
      const shares = backgroundColor.match(/[\d.]+/g)?.map((share) => Math.round(Number(share) * 255));
      expect(shares, backgroundColor).to.deep.equal([10, 125, 90]);
    });
  }

  it('allow the chat beside the libraries of the page, which work as well', async () => {
    const page = await HostPage.open(`<body>${WATCH}${OWN}${OTHER_LIT}`, { csp: LISTED });
    await page.converse(await page.chat());
    expect(page.document.querySelector('#of-the-page')?.textContent).to.equal('Lit of the page');
    expect(page.document.querySelector('b')?.textContent).to.equal('kept');
  });

  it('make the page show its own fallback where the policy forbids every Trusted Types policy', async () => {
    const csp = `${STRICT}; ${TYPES}; trusted-types 'none'`;
    const page = await HostPage.open(
      `<body><cf-ai-chat><a href="/contact">Contact</a></cf-ai-chat>${WATCH}${OWN}`,
      { csp },
    );
    const chat = await page.chat();
    chat.show();
    const notice = await page.until('a notice', () => chat.shadowRoot?.querySelector('[role=alert]'));
    expect(notice.textContent).to.contain('The chat could not be loaded.');
    expect(page.document.querySelector('a')?.checkVisibility()).to.equal(true);
  });
});
