/** Shows a title under the middle of its number, as far as the answer's width allows: the pointer gets there without a gap. */
export function showTitle(link: HTMLElement, title: string, answer: Element): void {
  const answerBox = answer.getBoundingClientRect();
  const { left, width } = link.getBoundingClientRect();
  link.style.setProperty('--_cf-ai-chat-center', `${left + width / 2 - answerBox.left}px`);
  link.style.setProperty('--_cf-ai-chat-room', `${answerBox.width}px`);
  link.dataset['title'] = title;
}

/** Puts the title away until the number is hovered or focused again. */
export function hideTitle(link: HTMLElement): void {
  delete link.dataset['title'];
}
