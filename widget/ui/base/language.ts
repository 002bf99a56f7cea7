/** The language of an element: its own `lang`, else that of the nearest ancestor with one, else `en`. */
export function resolveLanguage(element: HTMLElement): string {
  const owner = element.closest<HTMLElement>('[lang]') ?? document.documentElement;
  return (element.lang || owner.lang || 'en').toLowerCase();
}

/** Whether a language (a BCP 47 tag) is written from right to left. */
export function isRightToLeft(language: string): boolean {
  return /^(ar|dv|fa|he|ps|ur)\b/.test(language);
}
