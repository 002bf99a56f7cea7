/**
 * Whether code is the last content of an answer that is still streaming, so that the next words may belong to it. The bar
 * above a code block and a drawn formula contain no text and are ignored.
 */
export function isGrowing(code: Element): boolean {
  const answer = code.closest('.streaming .markdown');
  for (let node: Node | null = code; node && node !== answer; node = node.parentNode) {
    for (let next = node.nextSibling; next; next = next.nextSibling)
      if (next.textContent?.trim() || next instanceof HTMLHRElement) return false;
  }
  return answer !== null;
}
