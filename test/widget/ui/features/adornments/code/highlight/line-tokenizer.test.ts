import { expect } from 'chai';
import { LineTokenizer } from '../../../../../../../widget/ui/features/adornments/code/highlight/line-tokenizer.ts';
import { loadMode } from '../../../../../../../widget/ui/features/adornments/code/highlight/load-mode.ts';
import { languageOf } from '../../../../../../../widget/ui/features/adornments/code/code-language.ts';

/** A language as models name it, a line in it, and the coloured parts of the line. */
const LINES: readonly (readonly [string, string, readonly string[]])[] = [
  ['ts', 'const a: string = `b`;', ['keyword const', 'name a', 'type string', 'string `b`']],
  ['ts', 'type A = string | B[];', ['keyword type', 'type A', 'type string', 'type B']],
  [
    'ts',
    'get(a: string, b?: B): void {',
    ['name get', 'name a', 'type string', 'name b', 'type B', 'type void'],
  ],
  [
    'ts',
    "import { a, type B } from 'c';",
    ['keyword import', 'name a', 'keyword type', 'type B', 'keyword from'],
  ],
  ['ts', '@A() private readonly b = 1n;', ['name @A', 'keyword private readonly', 'name b', 'number 1n']],
  ['js', 'a = b / c; d = /"/.test(e) // f', ['string /"/', 'name test', 'comment // f']],
  [
    'js',
    '`a${{ b: `c${d}` }}e` + 1',
    ['string `a', 'name b', 'string `c', 'string `', 'string e`', 'number 1'],
  ],
  ['js', 'const { a: b, ...c } = d;', ['keyword const', 'name a', 'name b', 'name c']],
  ['js', 'a ? b : { c, default: 1_0 }', ['name c', 'name default', 'number 1_0']],
  ['js', '  default: return a', ['keyword default', 'keyword return']],
  ['js', 'const f = ({ a }, b) => a.if;', ['keyword const', 'name f', 'name a', 'name b', 'name if']],
  ['jsx', '<p id="a">Don\'t {b} for it</p>', ['type p', 'name id', 'string "a"', 'keyword for', 'type p']],
  ['jsx', "<A b={c}>It's for d</A>", ['type A', 'name b', 'type A']],
  ['jsx', '<li><b>x</b><i>{y}</i></li>', ['type li', 'type b', 'type b', 'type i', 'type i', 'type li']],
  [
    'jsx',
    '<A b={<C />} /> d <E f="/g" />',
    ['type A', 'name b', 'type C', 'type E', 'name f', 'string "/g"'],
  ],
  ['ts', 'a++ / 2 + b! / 3; c = !/d/.test(e)', ['number 2', 'number 3', 'string /d/', 'name test']],
  ['json', '{"a": [1, null, "b"]}', ['name "a"', 'number 1', 'number null', 'string "b"']],
  ['bash', 'npm run build --watch # now', ['type npm', 'name --watch', 'comment # now']],
  ['python', 'def run(a): return None', ['keyword def', 'name run', 'keyword return None']],
  ['html', '<a href="b">c</a>', ['type a', 'name href', 'string "b"', 'type a']],
  ['css', 'a { color: red }', ['type a', 'name color', 'keyword red']],
  ['php', '$a = array("b"); # c', ['name $a', 'type array', 'string "b"', 'comment # c']],
  ['sql', "SELECT 1 FROM a WHERE b = 'c'", ['keyword SELECT', 'number 1', 'keyword FROM', 'keyword WHERE']],
  ['diff', '+ fresh', ['inserted + fresh']],
  ['yml', 'a: "b" # c', ['number a', 'string "b"', 'comment # c']],
];

const LANGUAGES = (
  'c clj cpp cs css dart diff docker go groovy hs html http java js json jl kt less lua nginx objc perl php ' +
  'ps1 ini py r rb rs scala scss sh sql swift toml ts xml yaml'
).split(' ');

const HOSTILE = [
  '',
  ' '.repeat(50),
  '"',
  '`${',
  '/*',
  '<!--',
  '\u0000\uD800',
  '(((((',
  '#'.repeat(500),
  // A pattern that takes an escape in two ways would take twice as long with each.
  `log("${'\\n'.repeat(200)}", '${'\\n'.repeat(200)}`,
  "'\\",
];

async function tokenizer(name: string): Promise<LineTokenizer> {
  const code = document.createElement('code');
  code.className = `language-${name}`;
  const { mode } = languageOf(code);
  const loaded = mode === undefined ? undefined : await loadMode(mode);
  if (!loaded) throw new Error(`there is no mode for ${name}`);
  return new LineTokenizer(loaded);
}

describe('the line tokenizer', () => {
  for (const [name, line, wanted] of LINES) {
    it(`finds the tokens of ${name}`, async () => {
      const tokens = (await tokenizer(name)).read(line);
      const found = tokens.map(({ kind, start, end }) => `${kind} ${line.slice(start, end)}`);
      expect(found.slice(0, wanted.length)).to.deep.equal(wanted);
    });
  }

  for (const name of LANGUAGES) {
    it(`gets through hostile lines of ${name}, with tokens in order`, async () => {
      const reader = await tokenizer(name);
      for (const line of [...HOSTILE, ...HOSTILE.toReversed()]) {
        let last = 0;
        for (const { start, end } of reader.read(line)) {
          expect(start).to.be.at.least(last);
          expect(end).to.be.above(start).and.at.most(line.length);
          last = end;
        }
      }
    });
  }

  it('continues a comment in the next line', async () => {
    const reader = await tokenizer('js');
    expect(reader.read('/* a')).to.have.length(1);
    expect(reader.read('const b')[0]?.kind).to.equal('comment');
    expect(reader.read('*/ const c')[1]?.kind).to.equal('keyword');
  });

  it('continues a template and the code in it in the next line', async () => {
    const reader = await tokenizer('js');
    const kindsOf = (line: string): readonly string[] => reader.read(line).map(({ kind }) => kind);
    expect(kindsOf('`a ${b({')).to.deep.equal(['string']);
    expect(kindsOf('c: 1')).to.deep.equal(['name', 'number']);
    expect(kindsOf('})} if')).to.deep.equal(['string']);
    expect(kindsOf('` if')).to.deep.equal(['string', 'keyword']);
  });

  it('leaves an extremely long line without tokens, in no time', async () => {
    expect((await tokenizer('js')).read('const a = "b";'.repeat(100_000))).to.deep.equal([]);
  });
});
