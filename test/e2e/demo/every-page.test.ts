import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type axeCore from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { DIST } from '../../../widget/build/project.ts';
import { startDemoSite } from '../../support/demo-site.ts';
import { sumShifts } from '../../support/sum-shifts.ts';
import { useSite } from '../../support/use-site.ts';

declare const axe: typeof axeCore;

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** All pages that somebody opens. The frames stand in the configurator of the demo page. */
const PAGES = globSync('{*,docs/**/*,exhibits/*}.html', { cwd: join(DIST, 'site') })
  .map((path) => path.replace(/(?:index)?\.html$/, ''))
  // What is there in place of a page that is not.
  .filter((path) => path !== '404')
  .toSorted();

/** The pages of platforms are drawn from one table: the rest differ from the first by their words and code alone. */
const [, ...ALIKE] = PAGES.filter((path) => path.startsWith('docs/platforms/'));
const UNLIKE = PAGES.filter((path) => !ALIKE.includes(path));

/** Crooked on purpose: it is about the chat, and nothing else there is to be read with ease. */
const CROOKED = 'exhibits/hostile';

/** Pages with everything that takes the focus: code, tables, links, forms. */
const WALKED = ['docs/', 'docs/wordpress', 'exhibits/strict'];

/** Pages that are looked at by every rule at both widths. All share one style sheet. */
const SEEN_WHOLE = new Set(['', ...WALKED]);

const NARROW = { width: 320, height: 900 };
const WIDE = { width: 1440, height: 900 };

const WIDTHS = [1440, 1024, 768, 390, 320];

const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Of a page in its other scheme, where all rules were asked: nothing but colours differs. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Of a page at its other width: boxes are elsewhere, too. */
const LAYOUT_RULES = [...COLOUR_RULES, 'target-size', 'scrollable-region-focusable'];

/** What axe looks at, at a width and in a scheme. Rules of layout and colours are asked of each page in both. */
function rulesFor(path: string, width: number): ReadonlyMap<'light' | 'dark', readonly string[]> {
  const isWhole = SEEN_WHOLE.has(path);
  if (width === WIDE.width)
    return new Map([['light', ALL_RULES], ...(isWhole ? [['dark', COLOUR_RULES] as const] : [])]);
  if (width !== NARROW.width) return new Map();
  return isWhole
    ? new Map([
        ['dark', ALL_RULES],
        ['light', COLOUR_RULES],
      ])
    : new Map([['dark', LAYOUT_RULES]]);
}

/** What breaks some rules, as `rule: selector`. */
function findViolations(page: Page, rules: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(
    async (runOnly) => {
      const isFirst = location.pathname === '/docs/';
      // The list of pages is the same on each of them.
      const context = isFirst ? document : { include: document, exclude: '.pages' };
      const { violations } = await axe.run(context, { runOnly, resultTypes: ['violations'], iframes: false });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`));
    },
    [...rules],
  );
}

/** What is wider than its place, so that a reader has to scroll sideways. */
function findTooWide(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('pre, .table')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((element) => `${element.tagName} ${element.textContent.slice(0, 60)}`),
  );
}

/** The sum of all layout shifts there have been when the chat is there. */
async function shiftsWithChat(page: Page): Promise<number> {
  await page.locator('cf-ai-chat:defined').last().waitFor({ state: 'attached' });
  return sumShifts(page);
}

/** What comes by Tab, from the start of the page on; each thing with whether the header covers all of it. */
async function walkByTab(page: Page): Promise<ReadonlyMap<string, boolean>> {
  const found = new Map<string, boolean>();
  for (;;) {
    await page.keyboard.press('Tab');
    const { name, isCovered } = await page.evaluate(() => {
      const focused = document.activeElement ?? document.body;
      const header = document.querySelector('.site-header');
      const isBelow = header !== null && !header.contains(focused) && !focused.matches('.skip, cf-ai-chat');
      const edge = isBelow ? header.getBoundingClientRect().bottom : -Infinity;
      const all = [...document.querySelectorAll('*')];
      return {
        name: `${all.indexOf(focused)} ${focused.outerHTML.slice(0, 80)}`,
        isCovered: focused.getBoundingClientRect().bottom <= edge,
      };
    });
    if (name.includes('<body') || found.has(name)) return found;
    found.set(name, isCovered);
  }
}

describe('every page of the site', { timeout: 240_000 }, () => {
  const started = useSite(startDemoSite);

  /** Opens pages, one after the other, as one visitor sees them. */
  async function open(
    paths: readonly string[],
    options: BrowserContextOptions,
    visit: (page: Page, path: string) => Promise<void>,
  ): Promise<void> {
    const { browser, site } = started;
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    try {
      for (const path of paths) {
        await page.goto(new URL(path, site.url).href);
        await visit(page, path);
      }
    } finally {
      await context.close();
    }
  }

  it('is found', () => assert.ok(PAGES.length > 30));

  describe('moves nothing while it loads, is accessible and fits, wide and narrow, light and dark:', () => {
    let page: Page;
    before(async () => {
      // For axe, which the policy of the pages would not let in. One page for all: a renderer that has read axe keeps its code.
      page = await started.browser.newPage({ reducedMotion: 'reduce', bypassCSP: true });
    });
    after(() => page?.close());

    async function load(path: string, viewport: typeof WIDE): Promise<void> {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(new URL(path, started.site.url).href);
      assert.equal(await shiftsWithChat(page), 0, `${viewport.width} pixels`);
    }

    for (const path of UNLIKE.filter((name) => name !== CROOKED)) {
      it(`/${path}`, async () => {
        await load(path, NARROW);
        await load(path, WIDE);
        await page.addScriptTag({ path: AXE });
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          assert.deepEqual(await findTooWide(page), [], `${width} pixels`);
          for (const [colorScheme, rules] of rulesFor(path, width)) {
            await page.emulateMedia({ colorScheme });
            assert.deepEqual(await findViolations(page, rules), [], `${width} pixels, ${colorScheme}`);
          }
        }
      });
    }
  });

  for (const path of ALIKE) {
    it(`moves nothing while it loads, is accessible and fits: /${path}`, () =>
      open([path], { viewport: NARROW, bypassCSP: true }, async (page) => {
        assert.equal(await shiftsWithChat(page), 0);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: NARROW.height });
          assert.deepEqual(await findTooWide(page), [], `${width} pixels`);
        }
        await page.addScriptTag({ path: AXE });
        assert.deepEqual(await findViolations(page, ALL_RULES), []);
      }));
  }

  it('says what it has to say, where to go on, and nothing that does nothing, without scripts', async () => {
    await open(PAGES, { javaScriptEnabled: false }, async (page, path) => {
      assert.ok(await page.locator('h1').isVisible(), path);
      assert.ok((await page.locator('main').innerText()).length > 200, path);
      assert.ok((await page.locator('a[href]:visible').count()) > 2, path);
      const controls = page.locator(':is(button, input, textarea, select, iframe):visible');
      assert.equal(await controls.count(), 0, path);
      const boxes = page.locator(':is(figure, pre, .table, section):visible');
      const texts = await boxes.evaluateAll((all) => all.map((box) => (box as HTMLElement).innerText.trim()));
      assert.ok(!texts.includes(''), path);
    });
  });

  it('can be gone through by Tab on a phone, and its header covers nothing', async () => {
    await open(WALKED, { viewport: { width: 320, height: 640 } }, async (page, path) => {
      await page.locator('cf-ai-chat:defined').last().waitFor({ state: 'attached' });
      const expected = await page.locator(':is(a[href], button, input, [tabindex="0"]):visible').count();
      const walked = await walkByTab(page);
      assert.ok(walked.size >= expected, `${path}: ${walked.size} of ${expected}`);
      const covered = [...walked].filter(([, isCovered]) => isCovered).map(([name]) => name);
      assert.deepEqual(covered, [], path);
    });
  });
});
