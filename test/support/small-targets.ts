import type { Page } from 'playwright-core';

/** https://www.w3.org/WAI/WCAG22/Understanding/target-size-enhanced, in CSS pixels. */
const SMALLEST_TARGET = 44;

/** The visible controls of a page's chat that are smaller than 44 by 44 pixels, as `target 20x44: Close chat quiet`. */
export function findSmallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate((least) => {
    const root = document.querySelector('cf-ai-chat')!.shadowRoot!;
    const targets = [...root.querySelectorAll<HTMLElement>('button, a[href], summary, input, textarea')];
    const isText = (target: Element): boolean => target.closest('p, li, td') !== null && target.matches('a');
    return targets
      .filter((target) => target.checkVisibility() && !target.hasAttribute('disabled') && !isText(target))
      .map((target) => {
        const { width, height } = target.getBoundingClientRect();
        // A pseudo-element may enlarge the target of a control.
        const reach = -Number.parseFloat(getComputedStyle(target, '::after').inset) * 2 || 0;
        const name = target.ariaLabel ?? target.textContent.trim();
        return { name: `${name} ${target.className}`, width: width + reach, height: height + reach };
      })
      .filter(({ width, height }) => width < least || height < least)
      .map(({ name, width, height }) => `target ${width}x${height}: ${name}`);
  }, SMALLEST_TARGET);
}
