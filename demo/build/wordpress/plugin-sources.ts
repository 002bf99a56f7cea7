import type { Choice, PluginField } from './fields.ts';

/** Slug of the plugin: its folder, its text domain and the name of its zip. */
export const PLUGIN_SLUG = 'ai-chat-for-cloudflare-workers';

/** `includes/fields.php`: every attribute, with words that WordPress can translate. */
export function fieldsSource(fields: readonly PluginField[]): string {
  return `<?php
/**
 * Every attribute of the chat, generated from the manifest of the element.
 *
 * @package CfAiChat
 */

defined( 'ABSPATH' ) || exit;

/**
 * Every attribute of the chat that has a place in WordPress.
 *
 * @return array<string, array<string, mixed>> By the attribute's name.
 */
function cf_ai_chat_fields() {
	return array(
${fields.map(fieldSource).join('')}	);
}
`;
}

/** `block/block.json`: the block, with one attribute for each that an author may set. */
export function blockSource(fields: readonly PluginField[], version: string): string {
  const attributes = Object.fromEntries(
    fields.filter(({ isForAuthors }) => isForAuthors).map((field) => [field.property, blockAttribute(field)]),
  );
  const block = {
    $schema: 'https://schemas.wp.org/trunk/block.json',
    apiVersion: 3,
    name: 'cf-ai-chat/chat',
    title: 'AI Chat',
    category: 'widgets',
    icon: 'format-chat',
    description: 'An AI chat in the page.',
    keywords: ['chat', 'ai', 'support'],
    version,
    textdomain: PLUGIN_SLUG,
    attributes: { ...attributes, height: { type: 'number' } },
    supports: { html: false },
    editorScript: 'file:./editor.js',
  };
  return `${JSON.stringify(block, null, '\t')}\n`;
}

/** Without defaults: a default would hide what is set for the whole site. */
function blockAttribute({ control, choices }: PluginField): Record<string, unknown> {
  if (control === 'checkbox') return { type: 'boolean' };
  return control === 'select'
    ? { type: 'string', enum: choices.map(({ value }) => value) }
    : { type: 'string' };
}

function fieldSource(field: PluginField): string {
  return `		${phpString(field.name)} => array(
			'property'    => ${phpString(field.property)},
			'label'       => ${translated(field.label)},
			'description' => ${translated(field.description)},
			'control'     => ${phpString(field.control)},
			'tab'         => ${phpString(field.tab)},
			'choices'     => array(${choicesSource(field)}),
			'for_site'    => ${field.isForSite},
			'for_authors' => ${field.isForAuthors},
		),
`;
}

/** The choices of a list, each value with its words. The first choice leaves it to the chat, and says what the chat then does. */
function choicesSource({ choices, defaultValue }: PluginField): string {
  if (choices.length === 0) return '';
  const words = choices.find(({ value }) => value === defaultValue)?.words;
  const first: Choice = { value: '', words: words === undefined ? 'Default' : `Default: ${words}` };
  const lines = [first, ...choices].map(
    (choice) => `\n\t\t\t\t${phpString(choice.value)} => ${translated(choice.words)},`,
  );
  return `${lines.join('')}\n\t\t\t`;
}

/** The call that translates these words. */
function translated(words: string): string {
  return `__( ${phpString(words)}, '${PLUGIN_SLUG}' )`;
}

/** A string literal of PHP, which knows two escapes in single quotes. */
function phpString(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
