import type { Manifest, ManifestDeclaration, ManifestItem, ManifestMember } from '../published-manifest.ts';

/** Attributes of the table about the appearance and the address of a chat. */
const APPEARANCE = new Set([
  'endpoint',
  'mode',
  'open',
  'disabled',
  'position',
  'avatar',
  'accent',
  'theme',
  'font',
]);
const TEXT_SETTINGS = new Set([
  'heading',
  'subtitle',
  'greeting',
  'placeholder',
  'disclaimer',
  'launcher-label',
  'suggestions',
  'lang',
]);

/** The tables of the page about settings, by group, because short tables are easier to search than a long one. */
export function settingsTables(manifest: Manifest): ReadonlyMap<string, string> {
  const { element, members } = readElement(manifest);
  const group = (isIn: (name: string) => boolean): string =>
    attributeTable((element.attributes ?? []).filter(({ name }) => isIn(name ?? '')));
  return new Map([
    ['appearance', group((name) => APPEARANCE.has(name))],
    ['words', group((name) => TEXT_SETTINGS.has(name))],
    ['conversation', group((name) => !APPEARANCE.has(name) && !TEXT_SETTINGS.has(name))],
    ['properties', propertyTable(members)],
  ]);
}

/** The tables of the page about events and methods. */
export function eventsTables(manifest: Manifest): ReadonlyMap<string, string> {
  const { element, declarations, members } = readElement(manifest);
  const methods = members.filter((member) => member.kind === 'method' && member.static !== true);
  return new Map([
    ['methods', table(['method', 'what it does'], methods.map(methodRow))],
    ['events', eventTable(element, declarations)],
  ]);
}

/** The tables of the page about theming. */
export function themingTables(manifest: Manifest): ReadonlyMap<string, string> {
  return new Map([['styling', stylingTables(readElement(manifest).element)]]);
}

function readElement({ modules }: Manifest) {
  const declarations = modules.flatMap((module) => module.declarations ?? []);
  const element = declarations.find((declaration) => declaration.tagName !== undefined);
  if (element === undefined) throw new Error('the manifest describes no element');
  return { element, declarations, members: element.members ?? [] };
}

function attributeTable(attributes: readonly ManifestItem[]): string {
  const rows = attributes.map((attribute) => [
    code(attribute.name),
    typeOf(attribute),
    defaultOf(attribute),
    describe(attribute),
  ]);
  return table(['attribute', 'type', 'default', 'meaning'], rows);
}

/** A table of the properties that have no attribute. */
function propertyTable(members: readonly ManifestMember[]): string {
  const fields = members.filter((member) => member.kind === 'field' && member.attribute === undefined);
  const rows = fields
    .filter((field) => field.static !== true)
    .map((field) => [
      `${code(field.name)}${field.readonly === true ? ' (read only)' : ''}`,
      typeOf(field),
      describe(field),
    ]);
  return table(['property', 'type', 'meaning'], rows);
}

function methodRow(method: ManifestMember): string[] {
  const parameters = (method.parameters ?? []).map(({ name, optional, default: fallback }) =>
    optional === true || fallback !== undefined ? `${name}?` : name,
  );
  const result = method.return?.type.text ?? 'void';
  const arrow = result === 'void' ? '' : ` → ${code(result)}`;
  return [`${code(`${method.name}(${parameters.join(', ')})`)}${arrow}`, describe(method)];
}

function eventTable({ events = [] }: ManifestDeclaration, classes: readonly ManifestDeclaration[]): string {
  const rows = events.map((event) => {
    const fields = classes.find(({ name }) => name === event.type?.text)?.members ?? [];
    const names = fields.filter(isEventField).map((field) => code(field.name));
    return [code(event.name), names.join(' '), describe(event)];
  });
  return table(['event', 'fields', 'when'], rows);
}

function isEventField({ kind, privacy, static: isStatic, name }: ManifestMember): boolean {
  return kind === 'field' && isStatic !== true && privacy === undefined && !name.startsWith('#');
}

function stylingTables(element: ManifestDeclaration): string {
  const { slots = [], cssParts = [], cssStates = [], cssProperties = [] } = element;
  const named = (items: readonly ManifestItem[]): string[][] =>
    items.map((item) => [code(item.name), describe(item)]);
  const properties = cssProperties.map((item) => [code(item.name), defaultOf(item), describe(item)]);
  return [
    table(['slot', 'what it holds'], named(slots)),
    table(['part', 'what it is'], named(cssParts)),
    table(['state', 'when'], named(cssStates)),
    table(['custom property', 'default', 'meaning'], properties),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** A markdown table; empty if there are no rows. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function typeOf({ type }: ManifestItem): string {
  return type === undefined ? '' : code(type.text);
}

/** The default if it is a plain value. None for an empty value: the description tells what then happens. */
function defaultOf({ default: text }: ManifestItem): string {
  if (text === undefined || text === "''" || text === '[]' || text === 'undefined') return '';
  const unquoted = /^'(.*)'$/.exec(text)?.[1] ?? text;
  return code(/^[\d_]+$/.test(unquoted) ? unquoted.replaceAll('_', '') : unquoted);
}

function describe({ description = '' }: ManifestItem): string {
  return escapeCell(description);
}

function code(text = ''): string {
  return `\`${escapeCell(text)}\``;
}

function escapeCell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|');
}
