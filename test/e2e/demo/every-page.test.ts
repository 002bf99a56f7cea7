import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type axeCore from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { DIST } from '../../../widget/build/project.ts';
import { IS_FULL_RUN } from '../../support/full-run.ts';
import { startDemoSite } from '../../support/demo-site.ts';
import { sumShifts } from '../../support/sum-shifts.ts';
import { useSite } from '../../support/use-site.ts';

declare const axe: typeof axeCore;

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** All pages that visitors open. Frames are left out: they stand in the configurator of the demo page. */
const PAGES = globSync('{*,docs/**/*,exhibits/*}.html', { cwd: join(DIST, 'site') })
  .map((path) => path.replace(/(?:index)?\.html$/, ''))
  // The page for a missing address.
  .filter((path) => path !== '404')
  .toSorted();

/** One page per platform is made from one table; the others differ from the first only by text and code. */
const [, ...ALIKE] = PAGES.filter((path) => path.startsWith('docs/platforms/'));
const UNLIKE = PAGES.filter((path) => !ALIKE.includes(path));

/** This page is hostile on purpose. It is about the chat; nothing else on it has to be readable. */
const CROOKED = 'exhibits/hostile';

/** Pages with everything that takes focus: code, tables, links, forms. */
const WALKED = ['docs/', 'docs/wordpress', 'exhibits/strict'];

/** Pages that are tested with every rule at both widths. All share one style sheet. */
const SEEN_WHOLE = new Set(['', ...WALKED]);

const NARROW = { width: 320, height: 900 };
const WIDE = { width: 1440, height: 900 };

const WIDTHS = [1440, 1024, 768, 390, 320];

const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules for a page in its second scheme, after all rules in the first: only colours differ. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The rules for a page at its second width: boxes are at other places, too. */
const LAYOUT_RULES = [...COLOUR_RULES, 'target-size', 'scrollable-region-focusable'];

/** One page for each kind of content that no page of `SEEN_WHOLE` has: long tables, formulas, a page of the platforms' table. */
const KINDS = ['docs/settings', 'docs/markdown', ALIKE[0]!];

/** Pages that are opened with scripts. The others, made by the same templates, only `npm run test:full` opens so. */
const LIVELY = new Set(IS_FULL_RUN ? PAGES : [...SEEN_WHOLE, ...KINDS]);

/**
 * The axe rules for a page at a width, by scheme. Rules of layout and colours are tested in both; of the pages that are not
 * seen whole, only `npm run test:full` tests them in the second.
 */
function rulesFor(path: string, width: number): ReadonlyMap<'light' | 'dark', readonly string[]> {
  const isWhole = SEEN_WHOLE.has(path);
  if (width === WIDE.width)
    return new Map([['light', ALL_RULES], ...(isWhole ? [['dark', COLOUR_RULES] as const] : [])]);
  if (width !== NARROW.width || !(isWhole || IS_FULL_RUN)) return new Map();
  return isWhole
    ? new Map([
        ['dark', ALL_RULES],
        ['light', COLOUR_RULES],
      ])
    : new Map([['dark', LAYOUT_RULES]]);
}

/**
 * The violations of these rules, as `rule: selector`. All pages have the colours of one style sheet, and looking at those takes
 * most of axe's time: without `looksAtColours` they are left out.
 */
function findViolations(
  page: Page,
  rules: readonly string[],
  looksAtColours = true,
): Promise<readonly string[]> {
  return page.evaluate(
    async ({ runOnly, enabled }) => {
      const isFirst = location.pathname === '/docs/';
      // The list of pages is the same on each page.
      const context = isFirst ? document : { include: document, exclude: '.pages' };
      const options = { resultTypes: ['violations' as const], iframes: false };
      const colours = { 'color-contrast': { enabled }, 'link-in-text-block': { enabled } };
      const { violations } = await axe.run(context, { ...options, runOnly, rules: colours });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`));
    },
    { runOnly: [...rules], enabled: looksAtColours },
  );
}

/** Elements that are wider than their container, so that a reader has to scroll sideways. */
function findTooWide(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('pre, .table')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((element) => `${element.tagName} ${element.textContent.slice(0, 60)}`),
  );
}

/** The sum of all layout shifts until the chat is there. */
async function shiftsWithChat(page: Page): Promise<number> {
  await page.locator('cf-ai-chat:defined').last().waitFor({ state: 'attached' });
  return sumShifts(page);
}

/** The elements that Tab reaches from the start of the page, each with whether the header covers it completely. */
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

describe('every page of the site', { timeout: 600_000 }, () => {
  const started = useSite(startDemoSite);

  /** Opens pages one after the other, as one visitor sees them. */
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

  describe('is accessible and fits without shifting, wide and narrow, light and dark:', () => {
    let page: Page;
    before(async () => {
      // axe needs a page without the site's Content Security Policy. One page is used for all, since a
      // renderer that has parsed axe keeps the compiled code.
      page = await started.browser.newPage({ reducedMotion: 'reduce', bypassCSP: true });
    });
    after(() => page?.close());

    async function load(path: string, viewport: typeof WIDE): Promise<void> {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(new URL(path, started.site.url).href);
      assert.equal(await shiftsWithChat(page), 0, `${viewport.width} pixels`);
    }

    for (const path of UNLIKE.filter((name) => name !== CROOKED && LIVELY.has(name))) {
      it(`/${path}`, async () => {
        const isWhole = IS_FULL_RUN || SEEN_WHOLE.has(path);
        await load(path, NARROW);
        if (isWhole) await load(path, WIDE);
        await page.addScriptTag({ path: AXE });
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          assert.deepEqual(await findTooWide(page), [], `${width} pixels`);
          for (const [colorScheme, rules] of rulesFor(path, width)) {
            await page.emulateMedia({ colorScheme });
            assert.deepEqual(
              await findViolations(page, rules, isWhole),
              [],
              `${width} pixels, ${colorScheme}`,
            );
          }
        }
      });
    }
  });

  for (const path of ALIKE.filter((name) => LIVELY.has(name))) {
    it(`shifts nothing while it loads, is accessible and fits: /${path}`, () =>
      open([path], { viewport: NARROW, bypassCSP: true }, async (page) => {
        assert.equal(await shiftsWithChat(page), 0);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: NARROW.height });
          assert.deepEqual(await findTooWide(page), [], `${width} pixels`);
        }
        await page.addScriptTag({ path: AXE });
        assert.deepEqual(await findViolations(page, ALL_RULES, IS_FULL_RUN), []);
      }));
  }

  it('has its content and links without scripts, no control that does nothing, and fits a narrow screen', async () => {
    await open(PAGES, { javaScriptEnabled: false, viewport: NARROW }, async (page, path) => {
      if (path !== CROOKED) assert.deepEqual(await findTooWide(page), [], path);
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

  it('can be navigated by Tab on a phone, and its header covers no focused element', async () => {
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
