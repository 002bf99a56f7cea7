import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import type axeCore from 'axe-core';
import type { CDPSession, Page } from 'playwright-core';
import { ACCESSIBLE_STATES } from '../support/states/accessible-states.ts';
import { startStateSite, type Look } from '../support/state-site.ts';
import { useSite } from '../support/use-site.ts';

declare const axe: typeof axeCore;

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Each scheme with both widths and both directions, and each width with both directions. */
const LOOKS: readonly Look[] = [
  { width: 1280, height: 800, scheme: 'light', language: 'en' },
  { width: 320, height: 256, scheme: 'light', language: 'ar' },
  { width: 1280, height: 800, scheme: 'dark', language: 'ar' },
  { width: 320, height: 256, scheme: 'dark', language: 'en' },
  { width: 1280, height: 800, scheme: 'forced', language: 'en' },
  { width: 320, height: 256, scheme: 'forced', language: 'ar' },
];

/** WCAG 2.2 AA and best practice. */
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** For a screen that differs by its colours alone from another one, where all rules were asked. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What breaks these rules, as `rule: selector`. */
function findViolations(page: Page, rules: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(
    async (runOnly) => {
      const { violations } = await axe.run('cf-ai-chat', {
        runOnly,
        // About whole pages.
        rules: { region: { enabled: false } },
        resultTypes: ['violations'],
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any }) => `${id}: ${String(target)} ${any[0]?.message ?? ''}`),
      );
    },
    [...rules],
  );
}

/** What a screen reader is told of nodes that can have focus, where it is no role or no name: `role "name"`. */
async function findUnnamed(page: Page, session: CDPSession): Promise<readonly string[]> {
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  // At both ends of a panel that covers the page: they pass focus on.
  let edges = await page
    .locator('cf-ai-chat .edge')
    .evaluateAll((all) => all.filter((edge) => edge.checkVisibility()).length);
  return nodes
    .filter((node) => !node.ignored && node.role?.value !== 'RootWebArea')
    .filter(({ properties = [] }) =>
      properties.some(({ name, value }) => name === 'focusable' && value.value),
    )
    .map(({ role, name }) => `${String(role?.value)} "${String(name?.value ?? '')}"`)
    .filter((control) => /^(generic|none|) |""$|"[^\p{L}\d]/u.test(control))
    .filter((control) => control !== 'generic ""' || edges-- <= 0);
}

describe('accessibility', { timeout: 300_000 }, () => {
  const started = useSite(startStateSite);

  async function check(look: Look, states: readonly string[], rules: readonly string[]): Promise<void> {
    const { page, show, close } = await started.site.open(look);
    await page.addScriptTag({ path: AXE });
    const session = await page.context().newCDPSession(page);
    const found: Record<string, readonly string[]> = {};
    for (const state of states) {
      await show(state);
      // Colours change no names.
      const unnamed = look.scheme === 'light' ? await findUnnamed(page, session) : [];
      const violations = [...(await findViolations(page, rules)), ...unnamed];
      if (violations.length > 0) found[state] = violations;
    }
    await close();
    assert.deepEqual(found, {});
  }

  for (const look of LOOKS) {
    const { width, height, scheme, language } = look;
    it(`has no violations at ${width}x${height}, ${scheme}, in "${language}"`, () =>
      check(look, ACCESSIBLE_STATES, scheme === 'forced' ? COLOUR_RULES : ALL_RULES));
  }

  for (const [scheme, rules] of [
    ['light', ALL_RULES],
    ['dark', COLOUR_RULES],
  ] as const) {
    it(`has no violations in any other state, ${scheme}`, async () => {
      const others = started.site.states.filter((state) => !ACCESSIBLE_STATES.includes(state));
      await check({ width: 390, height: 844, scheme, language: 'ja' }, others, rules);
    });
  }
});
