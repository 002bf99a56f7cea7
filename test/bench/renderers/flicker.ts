import { readAnswers } from '../../support/answers.ts';
import type { BenchmarkResult } from '../../tools/benchmark.ts';
import { Arena } from './arena.ts';
import type { Flicker } from './page.ts';
import { describeRenderer, OURS, RENDERERS, type Renderer } from './renderers.ts';

/** Characters a frame: four tokens. */
const FRAME_SIZE = 16;

/** Longer answers are left out: checking each of their frames takes most of the time, and the results are the same. */
const MAX_CHARACTERS = 1500;

/** Counts frames with raw markdown syntax, and removed nodes, while the answers of the corpus stream in. */
export async function measureFlicker(): Promise<BenchmarkResult[]> {
  const all = Object.values(await readAnswers());
  const answers = all.filter(({ length }) => length <= MAX_CHARACTERS);
  // Without a limit of the frame rate: the content of frames is checked, not their time.
  await using arena = await Arena.open(['--disable-frame-rate-limit', '--disable-gpu-vsync']);
  const results: BenchmarkResult[] = [];
  let count = 0;
  for (const renderer of RENDERERS) {
    const { frames, rawFrames, removed, final } = await watchAll(arena, renderer, answers);
    count = frames;
    const baseline = await describeRenderer(renderer);
    const limits = renderer === OURS ? { gate: 0 } : {};
    const raw = { title: `${renderer.name}, frames with raw syntax`, value: rawFrames, unit: '' };
    const nodes = {
      title: `${renderer.name}, nodes removed`,
      value: removed / final,
      unit: 'for each that stays',
    };
    results.push({ ...raw, baseline, ...limits }, { ...nodes, baseline });
  }
  return [{ title: 'frames', value: count, unit: '', baseline: `of ${answers.length} answers` }, ...results];
}

async function watchAll(arena: Arena, renderer: Renderer, answers: readonly string[]): Promise<Flicker> {
  await using page = await arena.enter(renderer);
  const sum = { frames: 0, rawFrames: 0, removed: 0, final: 0 };
  for (const answer of answers) {
    const seen = await page.call('watch', answer, FRAME_SIZE);
    sum.frames += seen.frames;
    sum.rawFrames += seen.rawFrames;
    sum.removed += seen.removed;
    sum.final += seen.final;
  }
  return sum;
}
