import type axeCore from 'axe-core';
import 'axe-core/axe.min.js';
import type { ChatHarness } from './chat-harness.ts';

// The package is a classic script: it leaves its API on the window.
const { axe } = globalThis as unknown as { readonly axe: typeof axeCore };

/** Violations of WCAG 2.2 AA and of best practice, as `rule: selector`. */
export async function violations(chat: ChatHarness): Promise<readonly string[]> {
  await chat.animated();
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const results = await axe.run(chat.element, {
    runOnly: tags,
    // About whole pages, not about a widget in a page of the test runner.
    rules: { region: { enabled: false } },
  });
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${String(target)} ${any[0]?.message ?? ''}`),
  );
}
