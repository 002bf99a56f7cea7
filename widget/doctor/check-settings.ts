import type { Finding } from './finding.ts';
import type { Attributes } from './html-tags.ts';
import { SETTING_VALUES } from './setting-words.ts';

const NAMES = Object.keys(SETTING_VALUES);

/** Attributes of HTML that are settings by their names, too, and mean something else on a script tag. */
const OF_HTML = new Set(['lang', 'loading']);

/** Letters that may differ in a name that was mistyped. */
const MOST_DIFFERENCES = 2;

/** Settings that a tag has and the chat does not read: under a wrong name, or with a wrong value. */
export function checkTagSettings(tag: Attributes, isScript: boolean): Finding[] {
  return [...tag].flatMap(([attribute, value]) => {
    const [, prefix, name = ''] = /^(data-)?(.+)$/.exec(attribute) ?? [];
    const isRead = (prefix !== undefined) === isScript;
    if (NAMES.includes(name)) {
      if (isRead) return checkValue(attribute, value);
      return isScript && OF_HTML.has(name) ? [] : [misplaced(attribute, name, isScript)];
    }
    // React writes properties by their names: `historylimit` on an element is read.
    const isProperty = !isScript && NAMES.some((other) => other.replaceAll('-', '') === name);
    const meant =
      isRead && !isProperty && name !== 'mount' ? NAMES.find((other) => isAlike(name, other)) : undefined;
    return meant === undefined ? [] : [misspelled(attribute, `${prefix ?? ''}${meant}`)];
  });
}

function checkValue(attribute: string, value: string): Finding[] {
  const type = SETTING_VALUES[attribute.replace('data-', '')];
  const finding = (remedy: string): Finding[] => [
    { code: 'setting-value', problem: `${attribute}="${value}" cannot be read, and is ignored.`, remedy },
  ];
  if (Array.isArray(type)) return type.includes(value) ? [] : finding(`It takes ${type.join(', ')}.`);
  if (type === 'number') return /^\s*\d/.test(value) ? [] : finding('It takes a number, such as 20.');
  if (type === 'flag' && value === 'false')
    return finding(`Remove ${attribute}: in HTML it counts as soon as it is there.`);
  const isList = type === 'list' && value.trim().startsWith('[');
  return isList && !isJson(value) ? finding('Correct the JSON: ["One?", "Two?"].') : [];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Any text that is none.
    return false;
  }
}

function misplaced(attribute: string, name: string, isScript: boolean): Finding {
  return {
    code: 'setting-ignored',
    problem: `${attribute} on the ${isScript ? 'script tag' : 'element'} is not read.`,
    remedy: isScript ? `Write data-${name}.` : `Write ${name}, without data-.`,
  };
}

function misspelled(attribute: string, meant: string): Finding {
  return { code: 'setting-ignored', problem: `There is no setting ${attribute}.`, remedy: `Write ${meant}.` };
}

/** Whether two names differ in a few letters, or in hyphens only. */
function isAlike(name: string, other: string): boolean {
  if (name.replaceAll(/[-_]/g, '') === other.replaceAll('-', '')) return true;
  return other.length > 4 && distance(name, other) <= MOST_DIFFERENCES;
}

/** https://en.wikipedia.org/wiki/Levenshtein_distance */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
