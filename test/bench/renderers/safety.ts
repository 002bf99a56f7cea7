import { HOSTILE_DIALECTS } from '../../widget/markdown/hostile-dialects.ts';
import { HOSTILE } from '../../widget/markdown/hostile.ts';
import type { BenchmarkResult } from '../../tools/benchmark.ts';
import { Arena } from './arena.ts';
import { describeRenderer, OURS, RENDERERS, type Renderer } from './renderers.ts';

const EVIL = 'evil.example';

/** Characters of a token. */
const TOKEN_SIZE = 4;

/** Hostile texts. Each contains its number in its script and in the addresses that it requests. */
const TEXTS = [...HOSTILE, ...HOSTILE_DIALECTS].map((text, index) =>
  text
    .replaceAll('hit()', `hit(${index})`)
    .replaceAll(String.raw`hit\(\)`, String.raw`hit\(${index}\)`)
    .replaceAll('hit``', `hit\`${index}\``)
    .replaceAll(EVIL, `t${index}.${EVIL}`),
);

/** How many hostile texts run a script, request another server without a click, or keep a style or attribute of `DRESS`. */
export async function measureSafety(): Promise<BenchmarkResult[]> {
  await using arena = await Arena.open();
  const count = { title: 'hostile texts', value: TEXTS.length, unit: '', baseline: 'of our own tests' };
  const results: BenchmarkResult[] = [count];
  for (const renderer of RENDERERS) {
    const { ran, asked, dressed } = await attack(arena, renderer);
    const baseline = await describeRenderer(renderer);
    const limits = renderer === OURS ? { gate: 0 } : {};
    for (const [what, found] of [
      ['ran a script', ran],
      ['asked another server', asked],
      ['took style or names', dressed],
    ] as const) {
      console.log(`  ${renderer.name}, ${what}: ${[...found].toSorted((a, b) => a - b).join(' ')}`);
      results.push({ title: `${renderer.name}, ${what}`, value: found.size, unit: '', baseline, ...limits });
    }
  }
  return results;
}

async function attack(
  arena: Arena,
  renderer: Renderer,
): Promise<Readonly<Record<'ran' | 'asked' | 'dressed', ReadonlySet<number>>>> {
  await using page = await arena.enter(renderer);
  const { context } = page;
  const ran = new Set<number>();
  const asked = new Set<number>();
  await context.exposeBinding(
    'hit',
    (_source, index: number | readonly string[]) => void ran.add(Number(index)),
  );
  context.on('page', (opened) => void opened.close());
  await context.route(
    (url) => url.hostname.endsWith(EVIL),
    (route) => {
      asked.add(Number(/t(\d+)\.evil/.exec(route.request().url())?.[1]));
      return route.abort();
    },
  );
  const dressed = new Set(await page.call('attack', TEXTS, TOKEN_SIZE));
  return { ran, asked, dressed };
}
