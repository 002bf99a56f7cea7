import colorNames from 'color-name';
import { isObject, parseJson } from '../protocol/json.ts';
import { checkAddress } from './check-address.ts';
import type { Finding } from './finding.ts';
import type { Attributes } from './page-element.ts';
import { readScriptSettings } from './script-settings.ts';
import { findMeant, findPlace, plain } from './setting-synonyms.ts';
import { SETTING_VALUES } from './setting-words.ts';

const NAMES = Object.keys(SETTING_VALUES);

/** Settings of scripts, which no attribute has. */
const PROPERTIES = new Set([
  'headers',
  'body',
  'credentials',
  'strings',
  'transport',
  'messages',
  'draft',
  'tools',
]);

/** Attributes of HTML that are settings by their names, too, and mean something else on a script tag. */
const OF_HTML = new Set(['lang', 'loading']);

/** https://html.spec.whatwg.org/#global-attributes, and `part`. */
const GLOBAL =
  /^(?:accesskey|autocapitalize|autocorrect|autofocus|class|contenteditable|dir|draggable|enterkeyhint|exportparts|hidden|id|inert|inputmode|is|item(?:id|prop|ref|scope|type)|key|nonce|part|popover|ref|role|slot|spellcheck|style|tabindex|title|translate|writingsuggestions|on[a-z]+)$/;

/** What frameworks and other tools of a page write on elements. */
const OF_TOOLS = /[:@#.()[\]*$]|^(?:aria|data|astro|hx|ng|v|x|_ng|up|jsaction|wire|js)(?:-|$)|^_/;

/** What they write on script tags: consent tools, optimisers, routers, tag managers. */
const ON_SCRIPTS =
  /^(?:astro|barba|borlabs|category|categories|cc|cf|cfasync|cli|cmp|cmplz|cookie\w*|defer|gtm|hid|href|id|iub|jetpack|litespeed|minify|n|nitro|no|noptimize|nowprocket|nscript|optimized|ot|pagespeed|pjax|precedence|pin|react|rh|rocket|skip|src|ssr|swup|tag|test|tracker|turbo|turbolinks|type|uc|usercentrics|ver|version|vue|wp)(?:-|$)/;

/** Colours without a name of their own, and https://www.w3.org/TR/css-color-4/#css-system-colors. */
const COLOR =
  /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z-]+\(.+\)|currentcolor|transparent|(?:accentcolor|canvas|field|highlight|mark|selecteditem)(?:text)?|(?:active|button|gray|link|visited)text|button(?:border|face))$/;

/** Settings that a tag has and the chat does not read: under a wrong name, or with a wrong value. */
export function checkTagSettings(tag: Attributes, isScript: boolean, page: URL): Finding[] {
  const prefix = isScript ? 'data-' : '';
  const unknown: string[] = [];
  const findings = [...tag].flatMap(([attribute, value]) => {
    const name = attribute.replace(/^data-/, '');
    const isRead = attribute.startsWith('data-') === isScript;
    if (NAMES.includes(name)) {
      if (isRead) return checkValue(attribute, value, page);
      return isScript && OF_HTML.has(name) ? [] : [misplaced(attribute, name, isScript)];
    }
    if (!isRead || isOfOthers(name, isScript)) return [];
    const known = explainName(attribute, name, prefix);
    if (known) return known;
    unknown.push(attribute);
    return [];
  });
  return [...findings, ...listUnknown(unknown, prefix)];
}

/** The same for settings in the address of the script. What it has besides, such as `?v=3`, is the page's own. */
export function checkQuery(query: URLSearchParams, page: URL): Finding[] {
  return [...query].flatMap(([name, value]) =>
    NAMES.includes(name)
      ? checkValue(name, value, page)
      : name.length > 3
        ? (explainName(name, name, '') ?? [])
        : [],
  );
}

/** The same for settings in JSON, whose names are those of properties. */
export function checkJsonSettings(text: string, page: URL): Finding[] {
  const settings = parseJson(text);
  return isObject(settings) ? checkProperties(Object.entries(settings), page) : [];
}

/** The same for what a script of the page gives to `window.cfAiChat`, where the chat is mounted besides. */
export function checkScriptSettings(code: string, page: URL): Finding[] {
  return readScriptSettings(code).flatMap((settings) =>
    checkProperties(
      settings.filter(([name]) => name !== 'mount' && name !== 'src'),
      page,
    ),
  );
}

function checkProperties(
  settings: readonly (readonly [name: string, value: unknown])[],
  page: URL,
): Finding[] {
  const attributes = new Map(NAMES.map((name) => [toProperty(name), name]));
  const unknown: string[] = [];
  const findings = settings.flatMap(([name, value]) => {
    const attribute = attributes.get(name);
    if (attribute !== undefined)
      return typeof value === 'string' ? checkValue(name, value, page, attribute) : [];
    if (PROPERTIES.has(name)) return [];
    const known = explainName(name, name, '', toProperty);
    if (known === undefined) unknown.push(name);
    return known ?? [];
  });
  return [...findings, ...listUnknown(unknown, '', toProperty)];
}

function toProperty(attribute: string): string {
  return attribute.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Attributes that are not meant for the chat. */
function isOfOthers(name: string, isScript: boolean): boolean {
  if (isScript) return name === 'mount' || ON_SCRIPTS.test(name);
  // React writes properties by their names: `historylimit` on an element is read.
  return (
    GLOBAL.test(name) || OF_TOOLS.test(name) || NAMES.some((other) => other.replaceAll('-', '') === name)
  );
}

/** The setting that was meant by a name that is none, or where else to look; undefined where nothing comes to mind. */
function explainName(
  seen: string,
  name: string,
  prefix: string,
  write = (setting: string): string => setting,
): Finding[] | undefined {
  const meant = NAMES.find((other) => plain(other) === plain(name)) ?? findMeant(name);
  const place = findPlace(name);
  const example = meant === 'request-body' ? `='{"model":"…"}'` : '';
  const remedy = meant === undefined ? place : `Write ${prefix}${write(meant)}${example}.`;
  if (remedy === undefined) return undefined;
  return [{ code: 'setting-ignored', problem: `There is no setting ${seen}.`, remedy }];
}

function listUnknown(
  names: readonly string[],
  prefix: string,
  write = (setting: string): string => setting,
): Finding[] {
  if (names.length === 0) return [];
  const problem = `The chat does not know ${names.join(', ')}.`;
  const remedy = `Its settings are ${NAMES.map((name) => prefix + write(name)).join(', ')}. Leave what another tool of the page reads.`;
  return [{ code: 'setting-ignored', problem, remedy }];
}

function checkValue(
  attribute: string,
  value: string,
  page: URL,
  name = attribute.replace('data-', ''),
): Finding[] {
  const type = SETTING_VALUES[name];
  const refuse = (remedy: string): Finding[] => [
    { code: 'setting-value', problem: `${attribute}="${value}" cannot be read, and is ignored.`, remedy },
  ];
  if (Array.isArray(type)) return type.includes(value) ? [] : refuse(`It takes ${type.join(', ')}.`);
  switch (value.trim() === '' ? 'text' : type) {
    case 'number':
      return /^\s*\d/.test(value) ? [] : refuse('It takes a number, such as 20.');
    case 'flag':
      return value === 'false'
        ? refuse(`Remove ${attribute}: in HTML it counts as soon as it is there.`)
        : [];
    case 'list':
      return value.trim().startsWith('[') && parseJson(value) === undefined
        ? refuse('Correct the JSON: ["One?", "Two?"].')
        : [];
    case 'json':
      return isObject(parseJson(value))
        ? []
        : refuse(`Write JSON between single quotes: ${attribute}='{"model":"…"}'.`);
    case 'color':
      return isColor(value.trim()) ? [] : refuse('It takes a CSS colour, such as #0a7d5a or green.');
    case 'address':
      return [checkAddress(attribute, value, page) ?? []].flat();
    case 'contact':
      return checkContact(attribute, value.trim(), page);
    default:
      return [];
  }
}

/** Of functions, such as `oklch(…)`, only the form is looked at. */
function isColor(text: string): boolean {
  const name = text.toLowerCase();
  return COLOR.test(name) || Object.hasOwn(colorNames, name);
}

/** A mail or a number goes by a scheme of its own. */
function checkContact(attribute: string, value: string, page: URL): Finding[] {
  const scheme = /^[^\s:/]+@[\w.-]+$/.test(value)
    ? 'mailto:'
    : /^\+?[\d\s()/-]{5,}$/.test(value)
      ? 'tel:'
      : '';
  if (scheme !== '') {
    const problem = `${attribute}="${value}" is no address that a browser opens.`;
    return [{ code: 'scheme-missing', problem, remedy: `Write ${scheme}${value.replaceAll(/\s/g, '')}.` }];
  }
  const isOther = /^(?!https?:)[a-z]+:(?!\/\/)/i.test(value);
  return isOther ? [] : [checkAddress(attribute, value, page) ?? []].flat();
}

function misplaced(attribute: string, name: string, isScript: boolean): Finding {
  return {
    code: 'setting-ignored',
    problem: `${attribute} on the ${isScript ? 'script tag' : 'element'} is not read.`,
    remedy: isScript ? `Write data-${name}.` : `Write ${name}, without data-.`,
  };
}
