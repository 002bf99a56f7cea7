import { parseSync } from 'rolldown/utils';
import type { Plugin } from 'vite';

const MARKED = /\/node_modules\/marked\/lib\/marked\.esm\.js$/;

/**
 * Cuts marked before the instance of itself that it makes when it is loaded. Without that the bundler drops what nobody imports: in the
 * chat the parser and the renderers, a fifth of the package.
 */
export function unusedInstance(): Plugin {
  return {
    name: 'cf-ai-chat:unused-instance',
    transform: { filter: { id: MARKED }, handler: (code) => ({ code: cutInstance(code), map: null }) },
  };
}

/**
 * A module up to the first instance that it makes of a class of its own, with the classes before that as its exports. Throws where it
 * makes none.
 *
 * @example
 * cutInstance('var A=class{};var b=new A;b.x=1;export{A as Marked,b as marked};'); // 'var A=class{};export{A as Marked};'
 */
export function cutInstance(code: string): string {
  const { program, module } = parseSync('marked.js', code);
  const classes = new Set<string>();
  for (const node of program.body) {
    for (const { id, init } of node.type === 'VariableDeclaration' ? node.declarations : []) {
      if (init?.type === 'ClassExpression' && id.type === 'Identifier') classes.add(id.name);
      if (init?.type !== 'NewExpression' || init.callee.type !== 'Identifier') continue;
      if (classes.has(init.callee.name)) return code.slice(0, node.start) + exportOf(classes, module);
    }
  }
  throw new Error('marked makes no instance of itself');
}

function exportOf(
  classes: ReadonlySet<string>,
  { staticExports }: ReturnType<typeof parseSync>['module'],
): string {
  const entries = staticExports.flatMap((statement) => statement.entries);
  const names = entries.flatMap(({ localName, exportName }) =>
    classes.has(localName.name ?? '') ? [`${localName.name} as ${exportName.name}`] : [],
  );
  return `export{${names.join()}};`;
}
