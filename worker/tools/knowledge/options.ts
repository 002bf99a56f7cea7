import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CACHE } from '../../../widget/build/project.ts';
import type { CrawlOptions } from './web/task.ts';

/** The help of `npm run knowledge`, which is shown where the arguments are wrong. */
export const USAGE = `usage: npm run knowledge -- SOURCE... [options]
       npm run knowledge -- --ask FILE [--local | --remote] [--persist-to PATH]
  SOURCE          a folder of markdown and HTML files, or such a file; a PDF or JSON Lines file; or an address:
                  https://www.example.com/ (a site), …/sitemap.xml, …/llms.txt, …/llms-full.txt, …/wp-json/ (WordPress).
                  The index then holds these sources and nothing else
  --dry-run       lists pages and passages, and changes no database
  --local         the database of "wrangler dev --local" (default); --remote: the deployed one
  --persist-to    folder of the local database, if wrangler was told another than its own
  --base-url      where the files of a folder are read, for the links of sources (/docs/)
  --pdf           the PDF files of folders and sites, too
  --static FOLDER writes the index as files for a site without any server, and changes no database
  --example       only while the index holds no documents but such, as "npm start" does with its own documentation
  --ask FILE      searches the index for the questions of a file, [{ "question": "…", "page": "…", "heading": "…" }], and
                  reports which pages are not found
of a site:
  --include PATH  only addresses that begin so, such as /help/; * stands for any text; may be repeated
  --exclude PATH  not these; may be repeated
  --max-pages     addresses that are read at most (2000)
  --max-bytes     bytes that are downloaded at most, such as 50MB (500MB)
  --delay         seconds between two requests (1, or what robots.txt asks for, 30 at most)
  --timeout       seconds that one request may take (30)
  --cache         folder that remembers what was read (.cache/knowledge)`;

const OPTIONS = {
  'base-url': { type: 'string', default: '/docs/' },
  local: { type: 'boolean' },
  remote: { type: 'boolean', default: false },
  'persist-to': { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  example: { type: 'boolean', default: false },
  static: { type: 'string' },
  ask: { type: 'string' },
  pdf: { type: 'boolean', default: false },
  include: { type: 'string', multiple: true },
  exclude: { type: 'string', multiple: true },
  'max-pages': { type: 'string', default: '2000' },
  'max-bytes': { type: 'string', default: '500MB' },
  delay: { type: 'string' },
  timeout: { type: 'string', default: '30' },
  cache: { type: 'string', default: join(CACHE, 'knowledge') },
} as const;

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000, g: 1_000_000_000 };

/** What the command line says. */
export interface Options {
  readonly sources: readonly string[];
  /** A file of questions. They are asked, and nothing is indexed. */
  readonly ask: string | undefined;
  /** Ends with a slash. */
  readonly baseUrl: string;
  readonly isDryRun: boolean;
  /** The folder into which the index is written as files, instead of into a database. */
  readonly staticFolder: string | undefined;
  /** Whether the sources are examples: they are indexed only while the index holds no documents of its owner. */
  readonly isExample: boolean;
  /** Whether the database is the deployed one. */
  readonly isRemote: boolean;
  /** The flags of `wrangler d1 execute` that choose the database. */
  readonly databaseFlags: readonly string[];
  readonly crawl: CrawlOptions;
}

/** Reads the arguments of the command. Throws an Error whose message tells the user what is wrong. */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parse(args);
  if ((positionals.length === 0) === (values.ask === undefined)) throw new Error(USAGE);
  if (values.local && values.remote)
    throw new Error('either --local or --remote: the index is written to one');
  const persist = values['persist-to'];
  return {
    sources: positionals,
    baseUrl: readBaseUrl(values['base-url']),
    ask: values.ask,
    isDryRun: values['dry-run'],
    isExample: values.example,
    staticFolder: values.static,
    isRemote: values.remote,
    databaseFlags: [values.remote ? '--remote' : '--local', ...(persist ? ['--persist-to', persist] : [])],
    crawl: {
      include: values.include ?? [],
      exclude: values.exclude ?? [],
      maxPages: readNumber('max-pages', values['max-pages']),
      maxBytes: readNumber('max-bytes', values['max-bytes']),
      delayMs: values.delay === undefined ? undefined : readNumber('delay', values.delay) * 1_000,
      timeoutMs: readNumber('timeout', values.timeout) * 1_000,
      cache: values.cache,
      isWithPdf: values.pdf,
    },
  };
}

/** An address, or a path on the Worker. `www.example.com/help` would become a path below the address of the API. */
function readBaseUrl(text: string): string {
  const url = text.replace(/\/?$/, '/');
  if (/^(?:https?:\/)?\//i.test(url)) return url;
  throw new Error(`--base-url begins with https:// or /; is https://${url} meant?`);
}

type Arguments = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>;

function parse(args: readonly string[]): Arguments {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new Error(explain(error instanceof Error ? error.message : '', args), { cause: error });
  }
}

/** Turns a message of `parseArgs` into one that tells the user what to write. */
function explain(message: string, args: readonly string[]): string {
  const [, bare] = /^Option '(--[\w-]+).*' argument (?:missing|is ambiguous)/.exec(message) ?? [];
  if (bare !== undefined) return `${bare} needs a value: ${bare}=VALUE`;
  const [, name] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
  if (name === undefined) return message;
  if (name === '--help' || name === '-h') return USAGE;
  // For `-dryrun`, Node names only `-d`.
  const [given = name] = args.find((each) => each.startsWith(name))?.split('=') ?? [];
  return `there is no option ${given}${suggest(given)}\n\n${USAGE}`;
}

/** The option that has most pairs of letters in common: `--exlude` means `--exclude`. */
function suggest(typo: string): string {
  const pairsOf = (text: string): readonly string[] =>
    [...text].slice(1).map((letter, index) => `${text[index]}${letter}`);
  const pairs = new Set(pairsOf(typo.replace(/^-+/, '')));
  const common = (name: string): number => pairsOf(name).filter((pair) => pairs.has(pair)).length;
  const [nearest] = Object.keys(OPTIONS).toSorted((a, b) => common(b) - common(a));
  return nearest !== undefined && common(nearest) > 1 ? `; is --${nearest} meant?` : '';
}

function readNumber(name: string, text: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmg]?)b?$/i.exec(text) ?? [];
  if (number === undefined) throw new Error(`--${name} takes a number, not "${text}"`);
  return Number(number) * (UNITS[unit.toLowerCase()] ?? 1);
}
