/** The text of the last answer as visitors see it, without markdown syntax. */
export function drawnAnswer(root: ParentNode): string {
  const [last] = [...root.querySelectorAll('.message.assistant')].slice(-1);
  const texts = [...(last?.querySelectorAll('.markdown') ?? [])].map(({ textContent }) => textContent.trim());
  return texts.filter(Boolean).join('\n\n');
}
