import { SETTING_VALUES } from '../../../widget/doctor/setting-words.ts';
import type { Snippet } from './platforms.ts';
import { PLATFORMS } from './platforms.ts';
import { attributesHtml, escapeAttribute, scriptTag, type Settings, type Source } from './tags.ts';

/** The choices that somebody has made for a chat. */
export interface Configuration {
  readonly source: Source;
  /** Attributes, by name; a flag that is on is `true`. */
  readonly settings: Settings;
  /** Custom properties, by name. */
  readonly tokens: Settings;
  /** Attributes that WordPress lets authors of pages set. */
  readonly forAuthors: ReadonlySet<string>;
}

/** One way to put a configured chat on a site. */
export interface Form {
  readonly id: string;
  readonly title: string;
  /** Where the code goes, in one sentence. */
  readonly note: string;
  snippets(configuration: Configuration): readonly Snippet[];
}

/** The endpoint for a chat in a bundle, which has no script tag to derive it from. */
const endpointOf = ({ src }: Source): string => new URL('/api/chat', src).href;

/** Every form that the configurator shows. */
export const FORMS: readonly Form[] = [
  {
    id: 'script',
    title: 'Script tag',
    note: 'Before </body> of every page. The launcher appears in the corner.',
    snippets: ({ source, settings, tokens }) => [
      { language: 'html', code: scriptTag(source, settings) },
      ...styleSheets(tokens),
    ],
  },
  {
    id: 'element',
    title: 'Element',
    note: 'Where the chat should stand. What is inside is shown when scripts are off.',
    snippets: ({ source, settings, tokens }) => [
      { language: 'html', code: elementCode(source, settings) },
      ...styleSheets(tokens),
    ],
  },
  {
    id: 'npm',
    title: 'npm',
    note: 'In a bundle without a framework.',
    snippets: ({ source, settings, tokens }) => [
      {
        language: 'js',
        code: [
          "import 'cf-ai-chat';",
          '',
          "const chat = document.createElement('cf-ai-chat');",
          ...bundleSettings(source, settings).map(
            ([name, value]) => `chat.setAttribute(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
          ),
          'document.body.append(chat);',
        ].join('\n'),
      },
      ...styleSheets(tokens),
    ],
  },
  {
    id: 'react',
    title: 'React',
    note: 'React 19 or newer.',
    snippets: ({ source, settings, tokens }) => [
      { file: 'chat.tsx', language: 'tsx', code: reactCode(bundleSettings(source, settings)) },
      ...styleSheets(tokens),
    ],
  },
  {
    id: 'vue',
    title: 'Vue',
    note: 'Vue 3, with cf-ai-chat named in compilerOptions.isCustomElement.',
    snippets: ({ source, settings, tokens }) => [
      { file: 'Chat.vue', language: 'vue', code: vueCode(bundleSettings(source, settings)) },
      ...styleSheets(tokens),
    ],
  },
  {
    id: 'svelte',
    title: 'Svelte',
    note: 'Svelte 5.',
    snippets: ({ source, settings, tokens }) => [
      { file: 'Chat.svelte', language: 'svelte', code: svelteCode(bundleSettings(source, settings)) },
      ...styleSheets(tokens),
    ],
  },
  {
    id: 'wordpress',
    title: 'WordPress',
    note: 'In a post or a page, with the plugin. The other settings stand under Settings, AI Chat, for the whole site.',
    snippets: ({ settings, tokens, forAuthors }) => [
      { language: 'text', code: shortcode(settings, forAuthors) },
      ...styleSheets(tokens),
    ],
  },
  {
    id: 'tag-manager',
    title: 'Tag manager',
    note: 'A tag of the kind Custom HTML, on all pages.',
    snippets: ({ source, settings, tokens }) => [
      ...(PLATFORMS.find(({ id }) => id === 'google-tag-manager')?.snippets(source, settings) ?? []),
      ...styleSheets(tokens),
    ],
  },
];

/** A style sheet with the custom properties; none where there are none. */
function styleSheets(tokens: Settings): readonly Snippet[] {
  const lines = Object.entries(tokens).map(([name, value]) => `  ${name}: ${value};\n`);
  if (lines.length === 0) return [];
  return [{ file: 'your style sheet', language: 'css', code: `cf-ai-chat {\n${lines.join('')}}` }];
}

function elementCode(source: Source, settings: Settings): string {
  const { mode = 'inline', ...rest } = settings;
  const style = mode === 'inline' ? ' style="height: 600px"' : '';
  const attributes = attributesHtml({ mode, ...rest });
  return [
    scriptTag(source, { mount: 'none' }),
    `<cf-ai-chat${attributes}${style}>`,
    '  <a href="/contact">Contact us</a>',
    '</cf-ai-chat>',
  ].join('\n');
}

function bundleSettings(source: Source, settings: Settings): readonly (readonly [string, string])[] {
  return Object.entries({ endpoint: endpointOf(source), ...settings });
}

/** The React component takes properties, by the names of the properties, and numbers as numbers. */
function reactCode(settings: readonly (readonly [string, string])[]): string {
  const lines = settings.map(([name, value]) => {
    const property = name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const written = SETTING_VALUES[name] === 'number' ? value : jsString(value);
    return `      ${property}${isFlag(value) ? '' : `={${written}}`}`;
  });
  return [
    "import { CfAiChat } from 'cf-ai-chat/react';",
    '',
    'export function Chat() {',
    '  return (',
    '    <CfAiChat',
    ...lines,
    '    />',
    '  );',
    '}',
  ].join('\n');
}

function vueCode(settings: readonly (readonly [string, string])[]): string {
  return [
    '<script setup lang="ts">',
    "import 'cf-ai-chat';",
    "import type {} from 'cf-ai-chat/vue';",
    '</script>',
    '',
    '<template>',
    '  <cf-ai-chat',
    ...settings.map(([name, value]) => `    ${name}${isFlag(value) ? '' : `="${escapeAttribute(value)}"`}`),
    '  />',
    '</template>',
  ].join('\n');
}

function svelteCode(settings: readonly (readonly [string, string])[]): string {
  const lines = settings.map(([name, value]) => `  ${name}${isFlag(value) ? '' : `={${jsString(value)}}`}`);
  return [
    '<script lang="ts">',
    "  import 'cf-ai-chat';",
    "  import type {} from 'cf-ai-chat/svelte';",
    '</script>',
    '',
    '<cf-ai-chat',
    ...lines,
    '></cf-ai-chat>',
  ].join('\n');
}

/** The shortcode of WordPress. It would end at a bracket in a value, and has no escape for one: brackets are written as HTML. */
function shortcode(settings: Settings, forAuthors: ReadonlySet<string>): string {
  const allowed = Object.entries(settings).filter(([name]) => forAuthors.has(name));
  const attributes = allowed.map(([name, value]) => {
    const text = escapeAttribute(value).replaceAll('[', '&#91;').replaceAll(']', '&#93;');
    return ` ${name}="${text.replaceAll('\n', '&#10;')}"`;
  });
  return `[cf_ai_chat${attributes.join('')}]`;
}

/** Whether a value is that of a flag that is on. Templates write its name alone; all other values may be written as text. */
function isFlag(value: string): boolean {
  return value === 'true';
}

/** A string literal of JavaScript. Braces in it mean nothing to a template, and it has no `<`. */
function jsString(value: string): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
