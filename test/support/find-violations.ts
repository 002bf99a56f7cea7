import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds wrong with the chat, as `rule: selector`. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ path: AXE });
  return page.evaluate(`axe.run('cf-ai-chat', { rules: { region: { enabled: false } } })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target)))`);
}
