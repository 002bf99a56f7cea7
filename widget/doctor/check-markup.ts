import { checkAddress } from './check-address.ts';
import { checkTagSettings } from './check-settings.ts';
import type { Finding } from './finding.ts';
import { readTags, visibleHtml, type Attributes } from './html-tags.ts';
import { isChatScript } from './installation.ts';

/** A file name that was meant to be that of the script. */
const SCRIPT_LIKE = /cf[-_. ]*ai[-_. ]*chat|cfchat|\/ai-chat\.js/i;

/** Tag names that were meant to be the element's. */
const ELEMENT_LIKE = 'cf[-_]?(?:ai)?[-_]?chat[\\w-]*|ai-chat|cf-chat|chat-cf';

/** `type`s of scripts that browsers run. */
const RUN_TYPE = /^(?:|module|(?:text|application)\/(?:java|ecma|x-java)script(?:;.*)?)$/i;

/**
 * What somebody mistyped in a page's HTML: addresses, settings, and tags that browsers do not take for those of the chat. The command
 * reads the HTML as it came, the page as its browser has it.
 */
export function checkMarkup(html: string, page: URL): Finding[] {
  const visible = visibleHtml(html);
  const scripts = readTags(visible, 'script');
  const elements = readTags(visible, 'cf-ai-chat');
  const chatScripts = scripts.filter((tag) => isChatScript(tag.get('src') ?? ''));
  const settings = [
    ...chatScripts.flatMap((tag) => checkTagSettings(tag, true)),
    ...elements.flatMap((tag) => checkTagSettings(tag, false)),
  ];
  return [
    ...checkAddresses([...chatScripts, ...elements], page),
    ...checkTypes(chatScripts),
    ...settings,
    ...(chatScripts.length === 0 ? checkLost(html, visible, page) : []),
    ...checkElementNames(visible),
  ];
}

function checkAddresses(tags: readonly Attributes[], page: URL): Finding[] {
  const found = tags.flatMap((tag) =>
    ['src', 'data-endpoint', 'endpoint', 'data-feedback-url', 'feedback-url'].map((name) => {
      const value = tag.get(name);
      return value ? checkAddress(name, value, page) : undefined;
    }),
  );
  return found.filter((finding) => finding !== undefined);
}

function checkTypes(scripts: readonly Attributes[]): Finding[] {
  const inert = scripts.filter((tag) => !RUN_TYPE.test(tag.get('type') ?? ''));
  return inert.map((tag) => ({
    code: 'script-inert',
    problem: `The script tag has type="${tag.get('type')}", which browsers do not run.`,
    remedy:
      'Remove type. Tools for consent put it there until the visitor agrees, or where they do not know the script.',
  }));
}

/** Why a page has no script tag of the chat although somebody has put one there. */
function checkLost(html: string, visible: string, page: URL): Finding[] {
  const near = readTags(visible, 'script').find((tag) =>
    [...tag.values()].some((value) => SCRIPT_LIKE.test(value)),
  );
  const src = near?.get('src');
  const address = src ? checkAddress('src', src, page) : undefined;
  if (address !== undefined) return [address];
  if (src !== undefined && src !== '') return [scriptAddress(src)];
  if (near !== undefined || readTags(visible, 'link|img|iframe|a|embed').some(hasScript))
    return [lost('script-attribute', 'The address of the script stands in another tag or attribute.')];
  if (/(?:&lt;|&amp;lt;)script[^<]*cf-ai-chat/i.test(html))
    return [
      lost('script-as-text', 'The script tag is on the page as text: an editor has taken it for words.'),
    ];
  if (SCRIPT_LIKE.test(html) && html.length !== visible.length && !SCRIPT_LIKE.test(visible))
    return [
      lost('script-inert', 'The script tag stands in a comment, or in a tag whose content does not run.'),
    ];
  return readTags(visible, 'script').flatMap((tag) => checkBareScript(tag.get('src') ?? '', page));
}

/** A script tag with the address of a host, as that of a Worker is copied. */
function checkBareScript(src: string, page: URL): Finding[] {
  const broken = /^\w+:|^\/\//.test(src) ? checkAddress('src', src, page) : undefined;
  if (broken) return [broken];
  const isBare = URL.canParse(src, page.href) && src !== '' && new URL(src, page).pathname === '/';
  return isBare ? [scriptAddress(src)] : [];
}

function hasScript(tag: Attributes): boolean {
  return [...tag.values()].some((value) => isChatScript(value));
}

function scriptAddress(src: string): Finding {
  return {
    code: 'script-address',
    problem: `src="${src}" is not the address of the script, whose file is called cf-ai-chat.js.`,
    remedy: 'Write the address of your Worker and /cf-ai-chat.js, all in small letters.',
  };
}

function lost(code: 'script-attribute' | 'script-as-text' | 'script-inert', problem: string): Finding {
  const remedy =
    'Paste <script src="https://YOUR-WORKER/cf-ai-chat.js" defer></script> as code, before </body>.';
  return { code, problem, remedy };
}

function checkElementNames(html: string): Finding[] {
  const names = [...html.matchAll(new RegExp(`<(${ELEMENT_LIKE})(?=[\\s/>])`, 'gi'))].map(
    ([, name = '']) => name,
  );
  const wrong = [...new Set(names.map((name) => name.toLowerCase()))].filter((name) => name !== 'cf-ai-chat');
  return wrong.map((name) => ({
    code: 'tag-unknown',
    problem: `There is no element <${name}>.`,
    remedy: 'Write <cf-ai-chat></cf-ai-chat>, or no element: the script tag alone brings a chat.',
  }));
}
