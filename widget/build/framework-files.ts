import type { Manifest, ManifestDeclaration, ManifestItem, ManifestMember } from './published-manifest.ts';
import { reactModule, reactTypes } from './react-component.ts';
import { isSettable } from './settable.ts';

const TAG_NAME = 'cf-ai-chat';

/** Properties whose setter accepts more types than the getter returns; TypeScript cannot refer to the type of a setter. */
const SETTER_TYPES: Readonly<Record<string, string>> = { messages: 'readonly MessageInput[]' };

const NUMBER = "CfAiChatElement['NAME'] | `${number}`";

/**
 * The files for frameworks, by file name, generated from the manifest: type declarations of the element for templates, which
 * refer to the types of the element class, and the component for React.
 */
export function frameworkFiles(manifest: Manifest): ReadonlyMap<string, string> {
  const declarations = manifest.modules.flatMap((module) => module.declarations ?? []);
  const element = declarations.find(({ tagName }) => tagName === TAG_NAME);
  if (element === undefined) throw new Error(`the manifest describes no <${TAG_NAME}>`);
  return new Map([
    ['template.d.ts', templateTypes(element)],
    ['react.js', reactModule(element)],
    ['react.d.ts', reactTypes(element)],
    ['vue.d.ts', VUE],
    ['svelte.d.ts', SVELTE],
  ]);
}

function templateTypes(element: ManifestDeclaration): string {
  const members = (element.members ?? []).filter(isSettable);
  const attributes = (element.attributes ?? []).filter(({ name, fieldName }) => name !== fieldName);
  const events = element.events ?? [];
  return [
    `import type { CfAiChatElement, ChatEventMap, MessageInput } from './element.js';`,
    interfaceOf('ChatProperties', 'What a template may set, by property.', members.map(propertyLine)),
    interfaceOf('ChatAttributes', 'What it may set by attribute too.', attributes.map(attributeLine)),
    interfaceOf('ChatHandlers', 'What it may listen to.', events.map(handlerLine)),
  ].join('\n\n');
}

function interfaceOf(name: string, description: string, lines: readonly string[]): string {
  return `/** ${description} */\nexport interface ${name} {\n${lines.join('\n')}\n}\n`;
}

function propertyLine(member: ManifestMember): string {
  const type = SETTER_TYPES[member.name] ?? `CfAiChatElement['${member.name}']`;
  return `${comment(member)}  ${member.name}?: ${type} | undefined;`;
}

/** The line of an attribute. Attributes are text, so for a property that takes a list only the text form is accepted. */
function attributeLine(attribute: ManifestItem): string {
  const name = attribute.fieldName ?? '';
  const type =
    attribute.type?.text === 'number'
      ? NUMBER.replace('NAME', name)
      : `Extract<CfAiChatElement['${name}'], string | boolean>`;
  return `${comment(attribute)}  '${attribute.name}'?: ${type} | undefined;`;
}

function handlerLine(event: ManifestItem): string {
  return `${comment(event)}  'on${event.name}'?: ((event: ChatEventMap['${event.name}']) => void) | undefined;`;
}

function comment({ description = '' }: ManifestItem): string {
  return `  /** ${description.replaceAll(/\s+/g, ' ').replaceAll('*/', '*\\/')} */\n`;
}

const VUE = `import type { HTMLAttributes, PublicProps } from 'vue';
import type { CfAiChatElement, ChatEventMap } from './element.js';
import type { ChatAttributes, ChatProperties } from './template.js';

type Camelize<Name extends string> = Name extends \`\${infer First}-\${infer Rest}\`
  ? \`\${First}\${Capitalize<Camelize<Rest>>}\`
  : Name;

type Handlers = {
  [Name in keyof ChatEventMap as \`on\${Capitalize<Camelize<Name>>}\`]?: (event: ChatEventMap[Name]) => void;
};

/** Vue takes an attribute without a colon for a property with its text. */
type Properties = {
  [Name in keyof ChatProperties]: number extends ChatProperties[Name]
    ? ChatProperties[Name] | \`\${number}\`
    : ChatProperties[Name];
};

type Own = Properties & ChatAttributes & Handlers;

/**
 * \`<cf-ai-chat>\` in templates of Vue 3.
 *
 * @example
 * <cf-ai-chat endpoint="/api/chat" :suggestions="['Hi']" v-on:cf-ai-chat-error="({ code }) => report(code)" />
 */
export type CfAiChatComponent = new () => CfAiChatElement & {
  $props: Own & Omit<HTMLAttributes & PublicProps, keyof Own>;
};

declare module 'vue' {
  interface GlobalComponents {
    'cf-ai-chat': CfAiChatComponent;
  }
}
`;

const SVELTE = `import type { HTMLAttributes } from 'svelte/elements';
import type { CfAiChatElement } from './element.js';
import type { ChatAttributes, ChatHandlers, ChatProperties } from './template.js';

type Own = ChatProperties & ChatAttributes & ChatHandlers;

/**
 * Attributes of \`<cf-ai-chat>\` in Svelte 5 or newer.
 *
 * @example
 * <cf-ai-chat endpoint="/api/chat" oncf-ai-chat-error={({ code }) => console.warn(code)} />
 */
export type CfAiChatAttributes = Own & Omit<HTMLAttributes<CfAiChatElement>, keyof Own>;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'cf-ai-chat': CfAiChatAttributes;
  }
}
`;
