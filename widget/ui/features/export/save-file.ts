/** Offers a text as a download with this file name. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // Revoked later: Safari reads the text a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
