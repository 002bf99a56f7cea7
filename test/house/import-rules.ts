import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

/**
 * The folders of `widget/ui` from the bottom floor up. Each may import only from folders before it; the same
 * holds for its subfolders.
 */
export const UI_FLOORS = [
  'strings',
  'base',
  'element',
  'shell',
  'frame',
  'composer',
  'feature',
  'features',
  'asking',
  'chat',
  'panel',
] as const;

const UI_ROOM = `^widget/ui/(?:${UI_FLOORS.join('|')})/`;

/** What each folder may import besides its own files: other folders, and packages. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  'widget/protocol': [],
  'widget/transport': ['widget/protocol', 'eventsource-parser'],
  'widget/conversation': ['widget/protocol'],
  'widget/interrupts': ['widget/protocol'],
  'widget/attachments': ['widget/conversation', 'widget/transport', 'widget/protocol'],
  'widget/markdown': ['marked', 'dompurify', 'remend', 'trusted-types'],
  'widget/ui': [
    ...[
      'widget/conversation',
      'widget/transport',
      'widget/interrupts',
      'widget/attachments',
      'widget/markdown',
      'widget/protocol',
    ],
    ...['lit', '@lit/reactive-element', '@codemirror/legacy-modes', '@codemirror/streamparser', 'temml'],
  ],
  'widget/doctor': ['widget/ui', 'widget/transport', 'widget/protocol', 'color-name'],
  'widget/embed': ['widget/ui'],
};

/**
 * Rules for dependency-cruiser, which treats imports of types like all others. The name of a rule is its error
 * message.
 */
export const IMPORT_RULES: readonly IRegularForbiddenRuleType[] = [
  rule('no circle of files', {}, { circular: true }),
  ...Object.entries(ARROWS).map(([folder, targets]) =>
    rule(
      `${folder} imports ${targets.length === 0 ? 'nothing' : `only ${targets.join(', ')}`}`,
      { path: `^${folder}/` },
      { pathNot: [`^${folder}/`, ...targets.map(patternOf)] },
    ),
  ),
  rule(
    'the entries of the widget import only the widget',
    { path: '^widget/[^/]+\\.ts$' },
    { pathNot: '^widget/' },
  ),
  rule(
    'the command imports the widget, parse5, and what Node has',
    { path: '^widget/cli/' },
    { pathNot: ['^widget/', patternOf('parse5')], dependencyTypesNot: ['core'] },
  ),
  rule('widget/build knows no backend', { path: '^widget/build/' }, { path: '^worker/' }),
  rule(
    'the Worker imports only protocol/ of the widget',
    { path: '^worker/', pathNot: '^worker/tools/' },
    { path: '^widget/', pathNot: '^widget/protocol/' },
  ),
  rule(
    'the Worker has no DOM',
    { path: '^worker/' },
    { path: ['lit', '@lit/reactive-element', 'dompurify'].map(patternOf) },
  ),
  // The folders that build and run: widget/build <- demo/build <- worker/tools <- test.
  ...['widget/build', 'demo', 'worker/tools', 'test'].map((folder, index, folders) =>
    rule(
      `${folder} is imported only from ${folders.slice(index).join(', ')}`,
      { pathNot: folders.slice(index).map(patternOf) },
      // Pages of the documentation are built from the sections that are indexed, so that both have the same
      // anchors.
      { path: patternOf(folder), pathNot: '^worker/tools/knowledge/indexing/' },
    ),
  ),
  rule(
    'HTML as a string exists in markdown/ only',
    { path: '^widget/ui/' },
    { path: `${patternOf('lit(?:-html)?')}.*(?:unsafe|static)` },
  ),
  rule(
    'base/html.ts has the html that works on every page',
    { path: '^widget/ui/', pathNot: '^widget/ui/base/html\\.ts$' },
    { path: `${patternOf('lit(?:-html)?')}html\\.` },
  ),
  ...UI_FLOORS.map((floor, index) =>
    rule(
      `${floor} imports only from rooms below it`,
      { path: `^widget/ui/${floor}/` },
      { path: UI_ROOM, pathNot: `^widget/ui/(?:${UI_FLOORS.slice(0, index + 1).join('|')})/` },
    ),
  ),
  rule('every folder of widget/ui has a floor', { path: '^widget/ui/', pathNot: UI_ROOM }, {}),
  rule('every folder of widget/ui has a floor', {}, { path: '^widget/ui/', pathNot: UI_ROOM }),
];

function rule(
  name: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType {
  return { name, severity: 'error', from, to };
}

/** A pattern for the files of a folder, or of a package and its types. */
function patternOf(target: string): string {
  return /^(?:widget|worker|demo|test)\b/.test(target)
    ? `^${target}/`
    : `(?:^|/)node_modules/(?:@types/)?${target}/`;
}
