import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { bundle, forBrowsers } from '../../support/bundle.ts';
import { ChatPage } from '../../support/chat-page.ts';
import { rowsOfRun } from '../../support/full-run.ts';
import { installFixture } from '../../support/install-fixture.ts';
import { answer, startLoopbackSite } from '../../support/loopback-site.ts';
import { useSite } from '../../support/use-site.ts';

/** A page whose script opens a modal dialog, in which the field with the id `field` has focus. */
interface ModalPage {
  readonly name: string;
  /** Files of the fixture's packages. */
  readonly scripts?: readonly string[];
  readonly styles?: readonly string[];
  readonly body: string;
  readonly script: string;
}

const FIELD = '<input id="field">';
const JQUERY = 'jquery/dist/jquery.js';

/** A dialog of a React library; see `react.js` of the fixture. */
const inReact = (name: string, title: string): ModalPage => ({
  name: title,
  body: '<div id="root"></div>',
  script: `import('/react.js').then(({ openDialog }) => openDialog('${name}', root));`,
});

const PAGES: readonly ModalPage[] = [
  {
    name: 'Bootstrap',
    scripts: ['bootstrap/dist/js/bootstrap.bundle.js'],
    styles: ['bootstrap/dist/css/bootstrap.css'],
    body: `<div class="modal" id="modal" tabindex="-1"><div class="modal-dialog"><div class="modal-content">${FIELD}</div></div></div>`,
    script: `modal.addEventListener('shown.bs.modal', () => field.focus()); new bootstrap.Modal(modal, { backdrop: 'static' }).show();`,
  },
  {
    name: 'jQuery UI',
    scripts: [JQUERY, 'jquery-ui/dist/jquery-ui.js'],
    styles: ['jquery-ui/dist/themes/base/jquery-ui.css'],
    body: `<div id="modal">${FIELD}</div>`,
    script: `$('#modal').dialog({ modal: true });`,
  },
  {
    name: 'Magnific Popup',
    scripts: [JQUERY, 'magnific-popup/dist/jquery.magnific-popup.js'],
    styles: ['magnific-popup/dist/magnific-popup.css'],
    body: '',
    script: `$.magnificPopup.open({ items: { src: '<div>${FIELD}</div>', type: 'inline' }, focus: '#field', modal: true });`,
  },
  {
    name: 'UIkit',
    scripts: ['uikit/dist/js/uikit.js'],
    styles: ['uikit/dist/css/uikit.css'],
    body: `<div id="modal" class="uk-modal" data-uk-modal="bg-close: false"><div class="uk-modal-dialog">${FIELD}</div></div>`,
    script: `UIkit.util.on('#modal', 'shown', () => field.focus()); UIkit.modal('#modal').show();`,
  },
  {
    name: 'focus-trap, with clicks outside allowed',
    scripts: ['tabbable/dist/index.umd.js', 'focus-trap/dist/focus-trap.umd.js'],
    body: `<div id="modal" role="dialog">${FIELD}</div>`,
    script: `focusTrap.createFocusTrap(modal, { allowOutsideClick: true }).activate();`,
  },
  {
    name: 'focus-trap, with clicks outside cancelled',
    scripts: ['tabbable/dist/index.umd.js', 'focus-trap/dist/focus-trap.umd.js'],
    body: `<div id="modal" role="dialog">${FIELD}</div>`,
    script: `focusTrap.createFocusTrap(modal).activate();`,
  },
  {
    name: 'a11y-dialog',
    scripts: ['a11y-dialog/dist/a11y-dialog.js'],
    body: `<div id="modal" aria-hidden="true"><div role="document">${FIELD}</div></div>`,
    script: `new A11yDialog(modal).show(); field.focus();`,
  },
  inReact('radix', 'Radix'),
  inReact('mui', 'MUI'),
];

/** A listener of focus, one that also takes the keys, one that cancels clicks, and one in a library that hides the page. */
const CORE = ['Bootstrap', 'jQuery UI', 'focus-trap, with clicks outside cancelled', 'Radix'];

const TEXT = 'Where is my order?';

describe('a modal dialog of the page', { timeout: 600_000 }, () => {
  const fixture = installFixture('modals');
  const started = useSite(() => startLoopbackSite());
  before(async () => {
    started.site.route(
      '/react.js',
      answer(await bundleReact(fixture), { 'content-type': 'text/javascript' }),
    );
  });

  function serve(path: string, content: string, type: string): string {
    started.site.route(path, answer(content, { 'content-type': type }));
    return path;
  }

  async function open({ scripts = [], styles = [], body, script }: ModalPage): Promise<ChatPage> {
    const read = (path: string): Promise<string> => readFile(join(fixture, 'node_modules', path), 'utf8');
    const links = await Promise.all(
      styles.map(
        async (path, index) =>
          `<link rel="stylesheet" href="${serve(`/style-${index}.css`, await read(path), 'text/css')}">`,
      ),
    );
    const tags = await Promise.all(
      scripts.map(
        async (path, index) =>
          `<script src="${serve(`/library-${index}.js`, await read(path), 'text/javascript')}"></script>`,
      ),
    );
    started.site.page(
      '/',
      `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,">${links.join('')}
       <body><button id="outside">Outside</button>${body}${tags.join('')}
       <script src="/cf-ai-chat.js" data-endpoint="/none" data-loading="eager"></script>
       <script>${script}</script>`,
    );
    return ChatPage.open(started.browser, started.site.url);
  }

  const field = (chat: ChatPage): Promise<string> =>
    chat.page.evaluate(`document.querySelector('#field').value`);

  for (const modal of rowsOfRun(PAGES, CORE)) {
    it(`does not take the focus from a visitor who types in the chat: ${modal.name}`, async () => {
      const chat = await open(modal);
      const { page } = chat;
      await page.waitForFunction(`document.activeElement?.id === 'field'`);
      await page.keyboard.type('a');
      // Some modal dialogs hide everything else from assistive technology, and so from locators by role.
      await chat.floating.locator('.launcher').click();
      const composer = chat.floating.locator('[part=input]');
      await composer.click();
      await page.keyboard.type(TEXT);
      assert.equal(await composer.inputValue(), TEXT);
      assert.equal(await field(chat), 'a');
      await chat.close();
    });
  }
});

/** Bundles the dialogs of React libraries, as the project of a user does. */
const bundleReact = (root: string): Promise<string> =>
  bundle({ root, build: { minify: false, ...forBrowsers('react.js') } });
