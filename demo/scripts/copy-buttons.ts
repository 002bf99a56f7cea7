const SHOWN_MS = 2_000;

/** Makes every button with `data-copy` copy the text of the element whose id it names. */
export function startCopyButtons(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null;
    const source = button && document.getElementById(button.dataset['copy'] ?? '');
    if (source) void copyText(source, button);
  });
}

async function copyText(source: HTMLElement, button: HTMLElement): Promise<void> {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = label), SHOWN_MS);
  } catch {
    // No permission: the text is selected, so that one key press copies it.
    getSelection()?.selectAllChildren(source);
  }
}
