/**
 * Whether code is the last thing of an answer that is being written, so that the next words may still belong to it. The bar over a
 * code block and a drawn formula have no text.
 */
export function isGrowing(code: Element): boolean {
  const answer = code.closest('.streaming .markdown');
  for (let node: Node | null = code; node && node !== answer; node = node.parentNode) {
    for (let next = node.nextSibling; next; next = next.nextSibling)
      if (next.textContent?.trim() || next instanceof HTMLHRElement) return false;
  }
  return answer !== null;
}
