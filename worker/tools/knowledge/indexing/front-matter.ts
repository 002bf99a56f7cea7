import { parse } from 'yaml';
import { readObject, readString } from '../../../../widget/protocol/json.ts';

/** YAML between two lines of three hyphens, at the beginning of a file. */
const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** What the head of a markdown file says about it, and the rest of the file. */
export interface FrontMatter {
  readonly title: string;
  readonly description: string;
  readonly content: string;
  /** Why the head could not be read. */
  readonly fault?: string;
}

/**
 * Reads the front matter of a markdown file. Text between two horizontal rules is no front matter.
 *
 * @example
 * readFrontMatter('---\ntitle: Returns\n---\nFree.'); // { title: 'Returns', description: '', content: 'Free.' }
 */
export function readFrontMatter(source: string): FrontMatter {
  const [head = '', yaml = ''] = FRONT_MATTER.exec(source) ?? [];
  const content = source.slice(head.length);
  const none = { title: '', description: '', content };
  try {
    const data: unknown = parse(yaml) ?? {};
    if (typeof data !== 'object') return { ...none, content: source };
    const { title, description } = readObject(data);
    return { title: readString(title) ?? '', description: readString(description)?.trim() ?? '', content };
  } catch (error) {
    return { ...none, fault: String(error).split('\n')[0] ?? '' };
  }
}
