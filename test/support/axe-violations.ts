import type axeCore from 'axe-core';
import 'axe-core/axe.min.js';
import type { ChatHarness } from './chat-harness.ts';

// The package is a classic script, which puts its API on the window.
const { axe } = globalThis as unknown as { readonly axe: typeof axeCore };

/** Violations of WCAG 2.2 AA and of best practice, as `rule: selector`. */
export async function violations(chat: ChatHarness): Promise<readonly string[]> {
  await chat.animated();
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const results = await axe.run(chat.element, {
    runOnly: tags,
    // The rule `region` wants all content of a page inside of landmarks, but this page is the test runner's.
    rules: { region: { enabled: false } },
  });
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${String(target)} ${any[0]?.message ?? ''}`),
  );
}
