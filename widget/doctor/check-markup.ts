import { checkAddress } from './check-address.ts';
import { checkHidden, checkUnclosedChats, checkUnclosedScripts } from './check-presence.ts';
import { checkQuery, checkScriptSettings, checkTagSettings } from './check-settings.ts';
import type { Finding } from './finding.ts';
import { isChatScript } from './installation.ts';
import {
  allText,
  listElements,
  listInert,
  shownText,
  type Attributes,
  type PageElement,
} from './page-element.ts';

/** File names that are probably misspelt names of the script. */
const SCRIPT_LIKE = /cf[-_. ]*ai[-_. ]*chat|cfchat|\/ai-chat\.js/i;

/** Tag names that are probably misspelt names of the element. */
const ELEMENT_LIKE = /^(?:cf[-_]?(?:ai)?[-_]?chat.*|ai-chat|chat-cf)$/;

/** Values of `type` with which browsers run a script. */
const RUN_TYPE = /^(?:|module|(?:text|application)\/(?:java|ecma|x-java)script(?:;.*)?)$/i;

/** Tags into which the address of the script may have been written by mistake. */
const OTHER_TAGS = new Set(['link', 'img', 'iframe', 'a', 'embed']);

/**
 * Mistakes in a page's HTML: in addresses and settings, tags that browsers do not recognize as those of the chat, and markup
 * that hides the chat.
 */
export function checkMarkup(root: PageElement, page: URL): Finding[] {
  const elements = listElements(root);
  const scripts = elements.filter(({ name }) => name === 'script');
  const chats = elements.filter(({ name }) => name === 'cf-ai-chat');
  const chatScripts = scripts.filter(({ attributes }) => isChatScript(attributes.get('src') ?? ''));
  return [
    ...chatScripts.flatMap(({ attributes }) => checkScriptTag(attributes, page)),
    ...chats.flatMap(({ attributes }) => checkTagSettings(attributes, false, page)),
    ...scripts
      .filter(({ attributes }) => !attributes.has('src') && RUN_TYPE.test(attributes.get('type') ?? ''))
      .flatMap((script) => checkScriptSettings(allText(script), page)),
    ...(chatScripts.length === 0
      ? checkMissingScript(root, scripts, page)
      : checkUnclosedScripts(chatScripts)),
    ...checkElementNames(elements),
    ...checkUnclosedChats(root),
    ...checkHidden(root),
  ];
}

function checkScriptTag(tag: Attributes, page: URL): Finding[] {
  const src = tag.get('src') ?? '';
  const query = URL.canParse(src, page.href) ? new URL(src, page).searchParams : new URLSearchParams();
  return [
    checkAddress('src', src, page) ?? [],
    checkType(tag) ?? [],
    checkTagSettings(tag, true, page),
    checkQuery(query, page),
  ].flat();
}

function checkType(tag: Attributes): Finding | undefined {
  const type = tag.get('type') ?? '';
  if (RUN_TYPE.test(type)) return undefined;
  return {
    code: 'script-inert',
    problem: `The script tag has type="${type}", which browsers do not run.`,
    remedy:
      'Remove type. Tools for consent put it there until the visitor agrees, or where they do not know the script.',
  };
}

/** Explains why browsers find no script tag of the chat although the page seems to have one. */
function checkMissingScript(root: PageElement, scripts: readonly PageElement[], page: URL): Finding[] {
  const near = scripts.find(({ attributes }) => mentionsScript(attributes));
  const src = near?.attributes.get('src');
  const address = src ? checkAddress('src', src, page) : undefined;
  if (address !== undefined) return [address];
  if (src !== undefined && src !== '') return [scriptAddress(src)];
  const others = listElements(root).filter(({ name }) => OTHER_TAGS.has(name));
  if (near !== undefined || others.some(({ attributes }) => [...attributes.values()].some(isChatScript)))
    return [
      scriptNotFound('script-attribute', 'The address of the script stands in another tag or attribute.'),
    ];
  if (/(?:<|&lt;)script[^<]*cf-ai-chat/i.test(shownText(root)))
    return [
      scriptNotFound(
        'script-as-text',
        'The script tag is on the page as text: an editor has taken it for words.',
      ),
    ];
  const inert = listInert(root).find(({ holder, text }) => holdsScriptTag(holder, text));
  if (inert)
    return inert.holder.name === 'script'
      ? checkUnclosedScripts([inert.holder])
      : [
          scriptNotFound(
            'script-inert',
            `The script tag stands in ${nameOf(inert.holder)}, whose content does not run.`,
          ),
        ];
  return scripts.flatMap(({ attributes }) => checkBareScript(attributes.get('src') ?? '', page));
}

function mentionsScript(tag: Attributes): boolean {
  return [...tag.values()].some((value) => SCRIPT_LIKE.test(value));
}

/**
 * Whether `text`, the content of an inert element such as a comment, contains the script tag. In a script, only text beside a
 * `src` counts, which never runs: other code may add the tag to the page.
 */
function holdsScriptTag({ name, attributes }: PageElement, text: string): boolean {
  return SCRIPT_LIKE.test(text) && (name !== 'script' || attributes.has('src'));
}

function nameOf({ name }: PageElement): string {
  return name === '#comment' ? 'a comment' : `<${name}>`;
}

/** A script tag whose address is only a host, such as the copied address of a Worker. */
function checkBareScript(src: string, page: URL): Finding[] {
  const broken = /^\w+:|^\/\//.test(src) ? checkAddress('src', src, page) : undefined;
  if (broken) return [broken];
  const isBare = URL.canParse(src, page.href) && src !== '' && new URL(src, page).pathname === '/';
  return isBare ? [scriptAddress(src)] : [];
}

function scriptAddress(src: string): Finding {
  return {
    code: 'script-address',
    problem: `src="${src}" is not the address of the script, whose file is called cf-ai-chat.js.`,
    remedy: 'Write the address of your Worker and /cf-ai-chat.js, all in small letters.',
  };
}

function scriptNotFound(
  code: 'script-attribute' | 'script-as-text' | 'script-inert',
  problem: string,
): Finding {
  const remedy =
    'Paste <script src="https://YOUR-WORKER/cf-ai-chat.js" defer></script> as code, before </body>.';
  return { code, problem, remedy };
}

function checkElementNames(elements: readonly PageElement[]): Finding[] {
  const names = new Set(elements.map(({ name }) => name).filter((name) => ELEMENT_LIKE.test(name)));
  names.delete('cf-ai-chat');
  return [...names].map((name) => ({
    code: 'tag-unknown',
    problem: `There is no element <${name}>.`,
    remedy: 'Write <cf-ai-chat></cf-ai-chat>, or no element: the script tag alone brings a chat.',
  }));
}
