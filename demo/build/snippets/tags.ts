/** Settings of the chat by the attribute's name. */
export type Settings = Readonly<Record<string, string>>;

/** Where the script comes from. */
export interface Source {
  /** Absolute URL of the script-tag file. */
  readonly src: string;
  /** Its Subresource Integrity value, where `src` names one release. */
  readonly integrity?: string;
}

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

/** The settings as attributes of the script tag: `data-accent` for `accent`. */
export function dataAttributes(settings: Settings): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [`data-${name}`, value]));
}

/** Attributes that let browsers check the script, and let pages see its errors. */
export function loadingAttributes({ integrity }: Source): Record<string, string> {
  return { ...(integrity !== undefined && { integrity }), crossorigin: 'anonymous' };
}

/** The script tag, on one line. */
export function scriptTag(source: Source, settings: Settings): string {
  const attributes = { src: source.src, ...dataAttributes(settings), ...loadingAttributes(source) };
  return `<script${attributesHtml(attributes)} defer></script>`;
}
