import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import type axeCore from 'axe-core';
import type { CDPSession, Page } from 'playwright-core';
import { IS_FULL_RUN } from '../support/full-run.ts';
import { findSmallTargets } from '../support/small-targets.ts';
import { ACCESSIBLE_STATES, REPEATED_STATES } from '../support/states/accessible-states.ts';
import { startStateSite, type Look } from '../support/state-site.ts';
import { useSite } from '../support/use-site.ts';

declare const axe: typeof axeCore;

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** A screen size, and the language of its page. */
type Screen = Omit<Look, 'scheme'>;

/** The third screen is for the states that are not tested on the first two. */
const WIDE: Screen = { width: 1280, height: 800, language: 'en' };
const SMALL: Screen = { width: 320, height: 256, language: 'ar' };
const PHONE: Screen = { width: 390, height: 844, language: 'ja' };

/** The rules of WCAG 2.2 AA, and best practices. */
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules for a screen on which only colours differ from one that was tested with all rules. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

type Scheme = Look['scheme'];

/**
 * States that do not change with the page's scheme, since the chat is closed or has no panel. They are made
 * anew for each scheme.
 */
const UNFOLLOWING_STATES: ReadonlySet<string> = new Set(['teaser', 'unread', 'load-failed']);

/** Elements with colours of the light scheme. A launcher alone looks the same in both schemes. */
const LIGHT = '.base.light:not(.floating.closed), .teaser.light';

/** The colour schemes in which states are checked, each with its rules of axe. */
type Checks = readonly (readonly [scheme: Scheme, rules: readonly string[]])[];

/** All rules in light, and those for colours in the other schemes. */
const checksIn = (...others: readonly Scheme[]): Checks => [
  ['light', ALL_RULES],
  ...others.map((scheme) => [scheme, COLOUR_RULES] as const),
];

/** Sets the scheme of the page. Resolves when the page is drawn in it. */
async function choose(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    forcedColors: scheme === 'forced' ? 'active' : 'none',
  });
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
}

/**
 * The violations of these rules, and what axe could not judge, as `rule: selector`; and whether any text has
 * enough contrast.
 */
function runAxe(page: Page, rules: readonly string[]) {
  return page.evaluate(
    async (runOnly) => {
      // axe cannot judge text over which a pseudo-element lies: the fade at the end of the transcript.
      const fadeless = new CSSStyleSheet();
      fadeless.replaceSync('.scroll-area::after { content: none !important }');
      for (const { shadowRoot } of document.querySelectorAll('cf-ai-chat'))
        shadowRoot?.adoptedStyleSheets.push(fadeless);
      const { violations, incomplete, passes } = await axe.run('cf-ai-chat', {
        runOnly,
        // These rules are about whole pages.
        rules: { region: { enabled: false } },
        resultTypes: ['violations', 'incomplete'],
      });
      const describeAll = (results: typeof violations): string[] =>
        results.flatMap(({ id, nodes }) =>
          nodes.map(({ target, any }) => `${id}: ${String(target)} ${any[0]?.message ?? ''}`),
        );
      return {
        violations: describeAll(violations),
        unjudged: describeAll(incomplete).filter((text) => text.includes('pseudo element')),
        hasContrast: passes.some(({ id }) => id === 'color-contrast'),
      };
    },
    [...rules],
  );
}

/** What is wrong with a state in a scheme; also reports a state that is not drawn in the scheme. */
async function findProblems(
  page: Page,
  state: string,
  [scheme, rules]: Checks[number],
): Promise<readonly string[]> {
  const { violations, unjudged, hasContrast } = await runAxe(page, rules);
  const problems = [...violations, ...unjudged];
  // A launcher has no text.
  if (!hasContrast && state !== 'closed') problems.push('no text was judged');
  const light = page.locator('cf-ai-chat').locator(LIGHT).filter({ visible: true });
  if (scheme === 'dark' && (await light.count()) > 0) problems.push('drawn in light');
  return problems.map((problem) => `${scheme}: ${problem}`);
}

/** Nodes that can have focus and have no role or no name for a screen reader, as `role "name"`. */
async function findUnnamed(page: Page, session: CDPSession): Promise<readonly string[]> {
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  // These two, at both ends of a panel that covers the page, only pass focus on.
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

describe('accessibility', { timeout: 600_000 }, () => {
  const started = useSite(startStateSite);

  /** Makes each state once, if it changes with the page's scheme, and checks it in each scheme. */
  async function check(screen: Screen, states: readonly string[], checks: Checks): Promise<void> {
    const { page, show, close } = await started.site.open({ ...screen, scheme: 'light' });
    await page.addScriptTag({ path: AXE });
    const session = await page.context().newCDPSession(page);
    const found: Record<string, readonly string[]> = {};
    for (const state of states) {
      await choose(page, 'light');
      await show(state);
      const problems = [...(await findUnnamed(page, session))];
      if (screen === PHONE) problems.push(...(await findSmallTargets(page)));
      for (const [scheme, rules] of checks) {
        await choose(page, scheme);
        if (scheme !== 'light' && UNFOLLOWING_STATES.has(state)) await show(state);
        problems.push(...(await findProblems(page, state, [scheme, rules])));
      }
      if (problems.length > 0) found[state] = problems;
    }
    await close();
    assert.deepEqual(found, {});
  }

  for (const [screen, checks] of [
    [WIDE, checksIn('dark', 'forced')],
    // A screen's size and language change no colour.
    [SMALL, IS_FULL_RUN ? checksIn('dark', 'forced') : checksIn()],
  ] as const) {
    const { width, height, language } = screen;
    const schemes = checks.map(([scheme]) => scheme).join(', ');
    it(`finds no axe violation at ${width}x${height} in "${language}": ${schemes}`, () =>
      check(screen, ACCESSIBLE_STATES, checks));
  }

  it('finds no axe violation and no small target in any other state', async () => {
    const others = started.site.states
      .filter((state) => !ACCESSIBLE_STATES.includes(state))
      .filter((state) => IS_FULL_RUN || !REPEATED_STATES.has(state));
    // Their colours in light: the unit tests of each feature run axe, too.
    await check(PHONE, others, IS_FULL_RUN ? checksIn('dark') : [['dark', ALL_RULES]]);
  });
});
