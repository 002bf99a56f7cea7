import type { Manifest } from '../../../widget/build/published-manifest.ts';
import { attributeFields, type PluginField } from '../wordpress/fields.ts';
import { escapeHtml } from './escape-html.ts';

/** Groups of settings, by attribute. An attribute that no group has stands in the last one. */
const GROUPS: readonly { readonly title: string; readonly names: ReadonlySet<string> }[] = [
  { title: 'Looks', names: new Set(['accent', 'theme', 'font', 'avatar', 'position', 'mode', 'open']) },
  {
    title: 'Words',
    names: new Set([
      'heading',
      'subtitle',
      'greeting',
      'suggestions',
      'placeholder',
      'disclaimer',
      'launcher-label',
      'teaser',
      'teaser-delay',
      'lang',
    ]),
  },
  { title: 'Search', names: new Set(['hotkey', 'open-on', 'search-endpoint']) },
  {
    title: 'Privacy',
    names: new Set([
      'persist',
      'history',
      'consent',
      'privacy-url',
      'contact-url',
      'image-sources',
      'page-context',
      'attachments',
    ]),
  },
];
const REST = 'Backend and behaviour';
const TOKENS = 'Colours and sizes, by CSS';

/** The form of the configurator: one control for each attribute and each custom property of the manifest. */
export function controlsHtml(manifest: Manifest): string {
  const fields = attributeFields(manifest);
  const named = new Set(GROUPS.flatMap(({ names }) => [...names]));
  const groups = GROUPS.map(({ title, names }) => ({
    title,
    items: [...names].flatMap((name) => fields.filter((field) => field.name === name)).map(fieldHtml),
  }));
  const rest = fields.filter(({ name }) => !named.has(name)).map(fieldHtml);
  return [...groups, { title: REST, items: rest }, { title: TOKENS, items: tokenFields(manifest) }]
    .map(({ title, items }, index) => groupHtml(title, items, index === 0))
    .join('\n');
}

function groupHtml(title: string, items: readonly string[], isOpen: boolean): string {
  return `<details${isOpen ? ' open' : ''} name="settings"><summary>${title} <span>${items.length}</span></summary>
<div class="fields">${items.join('\n')}</div></details>`;
}

function fieldHtml(field: PluginField): string {
  const { name, label, description, isForAuthors } = field;
  const id = `set-${name}`;
  const about = `id="${id}" name="${name}" aria-describedby="${id}-help"${isForAuthors ? ' data-authors' : ''}`;
  return `<div class="field field-${field.control}"><label for="${id}">${escapeHtml(label)} <code>${name}</code></label>
${controlHtml(field, about)}
<p id="${id}-help">${escapeHtml(description)}</p></div>`;
}

function controlHtml({ control, choices, name }: PluginField, about: string): string {
  if (control === 'select') {
    // The first choice is the default, for which the attribute is left out.
    const options = choices.map(
      ({ value }, index) => `<option value="${index === 0 ? '' : value}">${value}</option>`,
    );
    return `<select ${about}>${options.join('')}</select>`;
  }
  if (control === 'checkbox') return `<input type="checkbox" value="true" ${about}>`;
  if (control === 'textarea') return `<textarea rows="3" ${about}></textarea>`;
  if (control === 'number') return `<input type="number" min="0" ${about}>`;
  if (name === 'accent') return colorHtml(about, 'Pick an accent', '#2f54eb');
  return `<input type="text" autocomplete="off" spellcheck="false" ${about}>`;
}

/** A colour may be any CSS colour; the picker beside the text writes one in hexadecimal. */
function colorHtml(about: string, label: string, initial = '#808080'): string {
  return `<span class="color"><input type="text" autocomplete="off" spellcheck="false" ${about}><input type="color" aria-label="${label}" value="${initial}" data-picks></span>`;
}

function tokenFields(manifest: Manifest): readonly string[] {
  const declarations = manifest.modules.flatMap((module) => module.declarations ?? []);
  const tokens = declarations.flatMap(({ cssProperties = [] }) => cssProperties);
  return tokens.map(({ name = '', description = '', default: initial = '' }) => {
    const id = `set${name}`;
    const words = name.replace('--cf-ai-chat-', '').replaceAll('-', ' ').replace('color', 'colour');
    const isColor = name.endsWith('-color');
    // `demo.css` marks the picker of a colour without a value of its own by this placeholder.
    const placeholder = initial === '' && isColor ? 'derived' : initial;
    const about = `id="${id}" name="${name}" aria-describedby="${id}-help" placeholder="${escapeHtml(placeholder)}"`;
    const control = isColor
      ? colorHtml(about, `Pick: ${words}`, initial || undefined)
      : `<input type="text" autocomplete="off" spellcheck="false" ${about}>`;
    return `<div class="field"><label for="${id}">${words.charAt(0).toUpperCase()}${words.slice(1)}</label>
${control}
<p id="${id}-help">${escapeHtml(description.replaceAll('`', ''))}</p></div>`;
  });
}
