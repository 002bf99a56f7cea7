import DOMPurify from 'dompurify';
import { marked } from 'marked';
import { MarkdownStream, renderMarkdown } from '../../widget/markdown/index.ts';
import { ANSWERS } from '../widget/markdown/answers.ts';

/** Characters that arrive per frame: 16 tokens of about 4. */
const PER_FRAME = 64;

type Draw = (text: string, isLast: boolean) => void;

const repeat = (text: string, size: number): string =>
  text.repeat(Math.ceil(size / text.length)).slice(0, size);

/** Texts by kind; every kind but the first is one huge block. */
export const TEXTS: Readonly<Record<string, (size: number) => string>> = {
  mixed: (size) => repeat(`${ANSWERS.join('\n\n')}\n\n`, size),
  code: (size) => `\`\`\`js\n${repeat('const value = compute(1, 2);\n', size)}`,
  table: (size) => `| a | b | c |\n|---|---|---|\n${repeat('| alpha one | beta two | gamma |\n', size)}`,
  list: (size) => repeat('- an item of the list with words\n', size),
  nested: (size) => `- one outer item\n${repeat('  - an inner item with words\n', size)}`,
  paragraph: (size) => repeat('Words go on and on in this one paragraph, always more. ', size),
};

const RENDERERS: Readonly<Record<string, (box: HTMLElement) => Draw>> = {
  stream: (box) => {
    const stream = new MarkdownStream(box);
    return (text, isLast) => {
      stream.push(text);
      if (isLast) stream.end();
      else stream.flush();
    };
  },
  naive: (box) => {
    let all = '';
    return (text) => {
      all += text;
      box.innerHTML = DOMPurify.sanitize(marked.parse(all, { async: false }));
    };
  },
  floor: (box) => {
    let line = box.appendChild(document.createElement('div'));
    return (text) => {
      for (const [index, part] of text.split('\n').entries()) {
        if (index > 0) line = box.appendChild(document.createElement('div'));
        if (line.firstChild instanceof Text) line.firstChild.appendData(part);
        else line.append(part);
      }
    };
  },
};

/** What one run tells besides the browser's own metrics. */
export interface RunResult {
  readonly frames: number;
  /** Milliseconds of the calls alone, per frame, in order of size. */
  readonly calls: readonly number[];
  readonly removed: number;
  readonly nodes: number;
}

/** Draws a text once with a renderer, a frame at a time; `oneshot` draws it whole in one frame. */
export async function run(renderer: string, kind: string, size: number): Promise<RunResult> {
  const text = TEXTS[kind]!(size);
  const box = document.createElement('main');
  document.body.replaceChildren(box);
  await nextFrame();
  const observer = new MutationObserver(() => undefined);
  const calls: number[] = [];
  let removed = 0;
  if (renderer === 'oneshot') {
    box.append(renderMarkdown(text));
    await nextFrame();
  } else {
    const draw = RENDERERS[renderer]!(box);
    if (renderer === 'stream') observer.observe(box, { childList: true, subtree: true });
    for (let at = 0; at < text.length; at += PER_FRAME) {
      const start = performance.now();
      draw(text.slice(at, at + PER_FRAME), at + PER_FRAME >= text.length);
      calls.push(performance.now() - start);
      removed += countGone(observer, box);
      await nextFrame();
    }
  }
  await nextFrame();
  return { frames: calls.length, calls: calls.toSorted((a, b) => a - b), removed, nodes: countNodes(box) };
}

function countGone(observer: MutationObserver, box: Node): number {
  const removed = observer.takeRecords().flatMap(({ removedNodes }) => [...removedNodes]);
  return removed.filter((node) => !box.contains(node)).length;
}

function countNodes(root: Node): number {
  const walker = document.createTreeWalker(root);
  let count = 0;
  while (walker.nextNode()) count++;
  return count;
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

Object.assign(globalThis, { run });
