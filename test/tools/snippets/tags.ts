/** Settings of the chat by the attribute's name. */
export type Settings = Readonly<Record<string, string>>;

/** A value inside double quotes, escaped as WordPress does, so that its output can be compared. */
export function escapeAttribute(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;');
}

/** Attributes as HTML, with a leading space when there are any. Empty ones are left out. */
export function attributesHtml(attributes: Settings): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');
}

/** The settings as the script tag takes them. */
export function dataAttributes(settings: Settings): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [`data-${name}`, value]));
}

/** The script tag, on one line. */
export function scriptTag(src: string, settings: Settings): string {
  const attributes = { src, ...dataAttributes(settings), crossorigin: 'anonymous' };
  return `<script${attributesHtml(attributes)} defer></script>`;
}
