import colorNames from 'color-name';
import { isObject, parseJson } from '../protocol/json.ts';
import { checkAddress } from './check-address.ts';
import type { Finding } from './finding.ts';
import type { Attributes } from './page-element.ts';
import { readScriptSettings } from './script-settings.ts';
import { guessSetting, findOtherPlace, normalizeName } from './setting-synonyms.ts';
import { SETTING_VALUES } from './setting-words.ts';

const SETTING_NAMES = Object.keys(SETTING_VALUES);

/** Settings that only scripts can set, as properties: no attribute has these names. */
const PROPERTY_NAMES = new Set([
  'headers',
  'body',
  'credentials',
  'strings',
  'transport',
  'messages',
  'draft',
  'tools',
]);

/** Settings whose names HTML uses for other attributes of a script tag. */
const HTML_NAMES = new Set(['lang', 'loading']);

/** Global attributes of HTML, https://html.spec.whatwg.org/#global-attributes, and `part`. */
const GLOBAL_ATTRIBUTES =
  /^(?:accesskey|autocapitalize|autocorrect|autofocus|class|contenteditable|dir|draggable|enterkeyhint|exportparts|hidden|id|inert|inputmode|is|item(?:id|prop|ref|scope|type)|key|nonce|part|popover|ref|role|slot|spellcheck|style|tabindex|title|translate|writingsuggestions|on[a-z]+)$/;

/** Attributes that frameworks and other tools add to elements. */
const TOOL_ATTRIBUTES = /[:@#.()[\]*$]|^(?:aria|data|astro|hx|ng|v|x|_ng|up|jsaction|wire|js)(?:-|$)|^_/;

/** Attributes that tools add to script tags: consent tools, optimisers, routers, tag managers. */
const SCRIPT_TOOL_ATTRIBUTES =
  /^(?:astro|barba|borlabs|category|categories|cc|cf|cfasync|cli|cmp|cmplz|cookie\w*|defer|gtm|hid|href|id|iub|jetpack|litespeed|minify|n|nitro|no|noptimize|nowprocket|nscript|optimized|ot|pagespeed|pjax|precedence|pin|react|rh|rocket|skip|src|ssr|swup|tag|test|tracker|turbo|turbolinks|type|uc|usercentrics|ver|version|vue|wp)(?:-|$)/;

/** Colours that are not named colours, and https://www.w3.org/TR/css-color-4/#css-system-colors. */
const COLOR =
  /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z-]+\(.+\)|currentcolor|transparent|(?:accentcolor|canvas|field|highlight|mark|selecteditem)(?:text)?|(?:active|button|gray|link|visited)text|button(?:border|face))$/;

/** Attributes of a tag that look like settings but have no effect: an unknown name, or a wrong value. */
export function checkTagSettings(tag: Attributes, isScript: boolean, page: URL): Finding[] {
  const prefix = isScript ? 'data-' : '';
  const unknown: string[] = [];
  const findings = [...tag].flatMap(([attribute, value]) => {
    const name = attribute.replace(/^data-/, '');
    const isRead = attribute.startsWith('data-') === isScript;
    if (SETTING_NAMES.includes(name)) {
      if (isRead) return checkValue(attribute, value, page);
      return isScript && HTML_NAMES.has(name) ? [] : [misplaced(attribute, name, isScript)];
    }
    if (!isRead || isForOthers(name, isScript)) return [];
    const known = explainName(attribute, name, prefix);
    if (known) return known;
    unknown.push(attribute);
    return [];
  });
  return [...findings, ...listUnknown(unknown, prefix)];
}

/**
 * Like {@link checkTagSettings}, for settings in the address of the script: `cf-ai-chat.js?accent=red`. An unknown name is
 * reported only if it resembles a setting, since pages add parameters such as `?v=3` themselves.
 */
export function checkQuery(query: URLSearchParams, page: URL): Finding[] {
  return [...query].flatMap(([name, value]) =>
    SETTING_NAMES.includes(name)
      ? checkValue(name, value, page)
      : name.length > 3
        ? (explainName(name, name, '') ?? [])
        : [],
  );
}

/** Like {@link checkTagSettings}, for settings in JSON, which have the names of properties. */
export function checkJsonSettings(text: string, page: URL): Finding[] {
  const settings = parseJson(text);
  return isObject(settings) ? checkProperties(Object.entries(settings), page) : [];
}

/**
 * Like {@link checkTagSettings}, for settings that a script assigns to `window.cfAiChat`; only these may include `mount` and
 * `src`.
 */
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
  const attributes = new Map(SETTING_NAMES.map((name) => [toProperty(name), name]));
  const unknown: string[] = [];
  const findings = settings.flatMap(([name, value]) => {
    const attribute = attributes.get(name);
    if (attribute !== undefined)
      return typeof value === 'string' ? checkValue(name, value, page, attribute) : [];
    if (PROPERTY_NAMES.has(name)) return [];
    const known = explainName(name, name, '', toProperty);
    if (known === undefined) unknown.push(name);
    return known ?? [];
  });
  return [...findings, ...listUnknown(unknown, '', toProperty)];
}

function toProperty(attribute: string): string {
  return attribute.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether an attribute is meant for something other than the chat. */
function isForOthers(name: string, isScript: boolean): boolean {
  if (isScript) return name === 'mount' || SCRIPT_TOOL_ATTRIBUTES.test(name);
  // React writes property names in lower case: on an element, `historylimit` sets `historyLimit`.
  return (
    GLOBAL_ATTRIBUTES.test(name) ||
    TOOL_ATTRIBUTES.test(name) ||
    SETTING_NAMES.some((other) => other.replaceAll('-', '') === name)
  );
}

/**
 * Explains an unknown name: the setting that was probably meant, or another place for it. Undefined for a name that suggests
 * neither.
 */
function explainName(
  seen: string,
  name: string,
  prefix: string,
  write = (setting: string): string => setting,
): Finding[] | undefined {
  const meant =
    SETTING_NAMES.find((other) => normalizeName(other) === normalizeName(name)) ?? guessSetting(name);
  const place = findOtherPlace(name);
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
  const remedy = `Its settings are ${SETTING_NAMES.map((name) => prefix + write(name)).join(', ')}. Leave what another tool of the page reads.`;
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

/** Whether a text is a colour. Of functions, such as `oklch(…)`, only the form is checked. */
function isColor(text: string): boolean {
  const name = text.toLowerCase();
  return COLOR.test(name) || Object.hasOwn(colorNames, name);
}

/** Mail addresses and phone numbers need a scheme: `mailto:` or `tel:`. */
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
