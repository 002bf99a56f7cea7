import { REQUEST_FORMATS } from '../../../widget/protocol/request-format.ts';
import type { Manifest, ManifestItem } from '../../../widget/build/published-manifest.ts';
import { FIELD_WORDS } from './field-words.ts';

/** How the value of a setting is entered and checked; `endpoint` and `sources` are stricter kinds of addresses. */
export type Control = 'text' | 'textarea' | 'url' | 'number' | 'select' | 'checkbox' | 'endpoint' | 'sources';

/** A part of the page of settings. */
export type Tab = 'looks' | 'words' | 'visitors' | 'service';

/** A value of a list, and what it is called. */
export interface Choice {
  readonly value: string;
  readonly words: string;
}

/** One attribute of the element as WordPress sees it. */
export interface PluginField {
  /** Name of the attribute. */
  readonly name: string;
  /** Name of the property, which is what the block stores it under. */
  readonly property: string;
  readonly label: string;
  readonly description: string;
  /** Whether its words are written for owners of sites. Else they are those of the manifest. */
  readonly hasWords: boolean;
  readonly control: Control;
  readonly choices: readonly Choice[];
  /** The value that the chat has where nothing is chosen. */
  readonly defaultValue: string;
  /** The tab on the page of settings in which it stands. */
  readonly tab: Tab;
  /** An administrator sets it for the whole site. */
  readonly isForSite: boolean;
  /** Whoever writes a page may set it there. */
  readonly isForAuthors: boolean;
}

/** A list of what is allowed, so that an attribute that is added later is for administrators only. */
const FOR_AUTHORS = new Set([
  'mode',
  'open',
  'position',
  'heading',
  'subtitle',
  'avatar',
  'greeting',
  'placeholder',
  'disclaimer',
  'launcher-label',
  'teaser',
  'teaser-delay',
  'suggestions',
  'accent',
  'theme',
  'font',
  'lang',
]);

/** Attributes for one chat on one page. For the whole site there is the launcher. */
const NOT_FOR_SITE = new Set(['mode', 'open', 'disabled', 'instance']);

/** The attributes of each tab. An attribute that is not listed is about the service that answers. */
const TABS: Readonly<Record<Exclude<Tab, 'service'>, readonly string[]>> = {
  looks: ['accent', 'theme', 'avatar', 'font', 'position', 'loading'],
  words: [
    'heading',
    'subtitle',
    'greeting',
    'suggestions',
    'placeholder',
    'disclaimer',
    'teaser',
    'teaser-delay',
    'launcher-label',
    'lang',
  ],
  visitors: [
    'contact-url',
    'privacy-url',
    'consent',
    'persist',
    'history',
    'page-context',
    'attachments',
    'hotkey',
    'open-on',
    'search-endpoint',
  ],
};

const CONTROLS: Readonly<Record<string, Control>> = {
  endpoint: 'endpoint',
  'image-sources': 'sources',
  avatar: 'url',
  greeting: 'textarea',
  suggestions: 'textarea',
};

/** Types of the element that have a name of their own. */
const NAMED_CHOICES: Readonly<Record<string, readonly string[]>> = { RequestFormat: REQUEST_FORMATS };

/** The fields of the plugin: every attribute of the manifest that has a place in it. */
export function pluginFields(manifest: Manifest): PluginField[] {
  return attributeFields(manifest).filter(({ isForSite, isForAuthors }) => isForSite || isForAuthors);
}

/** Every attribute of the manifest with the control it is entered in. */
export function attributeFields(manifest: Manifest): PluginField[] {
  const declarations = manifest.modules.flatMap((module) => module.declarations ?? []);
  const element = declarations.find((declaration) => declaration.tagName !== undefined);
  if (element === undefined) throw new Error('the manifest describes no element');
  const properties = new Map(
    (element.members ?? []).map((member) => [member.attribute ?? member.name, member.name]),
  );
  const fields = (element.attributes ?? []).map((attribute) => toField(attribute, properties));
  return fields.toSorted((a, b) => positionOf(a) - positionOf(b));
}

/** Where a field stands: in the order of the list of its tab; without a list, in the order of the manifest. */
function positionOf({ name, tab }: PluginField): number {
  return tab === 'service' ? 0 : TABS[tab].indexOf(name);
}

function tabOf(name: string): Tab {
  return (['looks', 'words', 'visitors'] as const).find((tab) => TABS[tab].includes(name)) ?? 'service';
}

function toField(attribute: ManifestItem, properties: ReadonlyMap<string, string>): PluginField {
  const { name, description = '', type } = attribute;
  const property = name === undefined ? undefined : properties.get(name);
  if (name === undefined || property === undefined) throw new Error(`no property sets ${name}`);
  const values = choicesOf(type?.text ?? '');
  const words = FIELD_WORDS[name];
  return {
    name,
    property,
    label: words?.label ?? toLabel(name),
    description: words?.help ?? description.replaceAll('`', '').replaceAll(/\s+/g, ' ').trim(),
    hasWords: words !== undefined && values.every((value) => words.choices?.[value] !== undefined),
    control: CONTROLS[name] ?? controlOf(name, type?.text ?? '', values),
    tab: tabOf(name),
    // A chat within a page has other defaults for these than the element.
    defaultValue: NOT_FOR_SITE.has(name) ? '' : (attribute.default ?? '').replaceAll("'", ''),
    choices: values.map((value) => ({ value, words: words?.choices?.[value] ?? value })),
    isForSite: !NOT_FOR_SITE.has(name),
    isForAuthors: FOR_AUTHORS.has(name),
  };
}

function choicesOf(type: string): readonly string[] {
  const named = NAMED_CHOICES[type];
  if (named !== undefined) return named;
  const members = type.split('|').map((member) => member.trim());
  return members.every((member) => /^'[^']+'$/.test(member))
    ? members.map((member) => member.slice(1, -1))
    : [];
}

function controlOf(name: string, type: string, values: readonly string[]): Control {
  if (values.length > 0) return 'select';
  if (type === 'boolean') return 'checkbox';
  if (type === 'number') return 'number';
  if (!/^string\b/.test(type)) throw new Error(`${name} is of type ${type}, for which there is no control`);
  return name.endsWith('-url') ? 'url' : 'text';
}

function toLabel(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/\burl$/, 'URL');
}
