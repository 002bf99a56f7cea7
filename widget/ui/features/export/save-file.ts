/** Hands the visitor a text as a file of this name, as a download does. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // The download has begun with the click; Safari reads the text a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
