/** Draws the next piece of a text. */
type Draw = (piece: string, isLast: boolean) => void;

/** The exports of a module of the fixture. */
interface RendererModule {
  open(box: HTMLElement): Draw;
}

/** Faults that a reader saw while an answer streamed in. */
export interface Flicker {
  readonly frames: number;
  /** Frames that show markdown syntax which the finished answer does not show. */
  readonly rawFrames: number;
  /** Nodes that were removed from the document. A node that only moves does not count. */
  readonly removed: number;
  /** Nodes of the finished answer. */
  readonly final: number;
}

/** The functions that the benchmark calls in the page. */
export const page = { load, stream, watch, attack };

/** An answer counts as finished after so long without a change: frameworks draw with a delay, formulas and colours later. */
const QUIET_MS = 300;

/** How many hostile texts are drawn at the same time. With more, frameworks leave drawings out. */
const GROUP = 20;

/** Within this time the script of a `javascript:` link begins. */
const SCRIPT_MS = 50;

const SYNTAX = /[*_~`[\]()|#<>\\!]/;

/** Attributes by which a text could look like a part of the page, or replace a global name of the page. */
const DRESS = ['style', 'class', 'id', 'name', 'background'];

let renderer: RendererModule;

/** Loads the renderer to measure. */
async function load(address: string): Promise<void> {
  renderer = (await import(/* @vite-ignore */ address)) as RendererModule;
}

/** Draws a text as if it streamed in, one piece per frame. */
async function stream(text: string, size: number): Promise<void> {
  const box = openBox();
  const draw = renderer.open(box);
  await eachFrame(text, size, draw);
  await settled(box);
}

/** Draws a text as if it streamed in, and checks every frame. */
async function watch(text: string, size: number): Promise<Flicker> {
  const box = openBox();
  const shown: string[] = [];
  let removed = 0;
  const observer = new MutationObserver((records) => {
    const nodes = new Set(records.flatMap(({ removedNodes }) => [...removedNodes]));
    for (const node of nodes) if (!box.contains(node)) removed += countTree(node);
  });
  observer.observe(box, { childList: true, subtree: true });
  const draw = renderer.open(box);
  await eachFrame(text, size, (piece, isLast) => {
    shown.push(wordsOf(box));
    draw(piece, isLast);
  });
  await settled(box);
  const final = wordsOf(box);
  const rawFrames = shown.filter((words) => showsSyntax(words, final)).length;
  return { frames: shown.length, rawFrames, removed, final: countTree(box) - 1 };
}

/**
 * Draws hostile texts, each in its own box, and uses their links and controls as a visitor would. Returns the indexes of texts that
 * kept one of the attributes in `DRESS` or a style. The caller observes scripts and requests from outside the page.
 */
async function attack(texts: readonly string[], size: number): Promise<number[]> {
  const dressed: number[] = [];
  for (let first = 0; first < texts.length; first += GROUP) {
    document.body.replaceChildren();
    const drawings = texts.slice(first, first + GROUP).map(async (text) => {
      const box = document.body.appendChild(document.createElement('main'));
      await eachFrame(text, size, renderer.open(box));
      return box;
    });
    const boxes = await Promise.all(drawings);
    await settled(document.body);
    for (const box of boxes) await useAll(box);
    await settled(document.body);
    for (const [at, box] of boxes.entries()) {
      const index = first + at;
      if (isDressed(box, texts[index] ?? '')) dressed.push(index);
    }
  }
  return dressed;
}

async function useAll(box: HTMLElement): Promise<void> {
  for (const link of box.querySelectorAll('a')) {
    // A link may navigate, but must not run a script. A link in an SVG has no `protocol`.
    const isHarmless = /^(?:https?|mailto|tel):$/.test(link.protocol);
    if (isHarmless) link.addEventListener('click', (event) => event.preventDefault(), { once: true });
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    // A navigation by the next link would prevent the script of this one.
    if (!isHarmless) await new Promise((resolve) => setTimeout(resolve, SCRIPT_MS));
  }
  for (const element of box.querySelectorAll<HTMLElement>('*')) {
    element.dispatchEvent(new Event('pointerenter'));
    element.toggleAttribute('open', true);
  }
}

function isDressed(box: HTMLElement, text: string): boolean {
  const source = normalizeStyle(text);
  return [...box.querySelectorAll('*')].some((element) => {
    const ofText = (name: string): boolean => {
      const value = normalizeStyle(element.getAttribute(name) ?? '');
      return value !== '' && source.includes(`${name}=${value}`);
    };
    return element.localName === 'style' || DRESS.some(ofText);
  });
}

/** Makes a style as the browser prints it (`inset: 0px;`) equal to the style as the markdown has it (`inset:0`). */
function normalizeStyle(text: string): string {
  return text.replaceAll(/[\s"';]/g, '').replaceAll('0px', '0');
}

/** Whether the first character that is not in the finished answer is syntax. */
function showsSyntax(shown: string, final: string): boolean {
  let at = 0;
  while (at < shown.length && shown[at] === final[at]) at++;
  return at < shown.length && SYNTAX.test(shown[at] ?? '') && !SYNTAX.test(final[at] ?? '');
}

function wordsOf(node: Node): string {
  return (node.textContent ?? '').replace(/\s+/g, '');
}

function countTree(root: Node): number {
  let count = 1;
  for (const walker = document.createTreeWalker(root); walker.nextNode();) count++;
  return count;
}

function openBox(): HTMLElement {
  const box = document.createElement('main');
  document.body.replaceChildren(box);
  return box;
}

async function eachFrame(text: string, size: number, draw: Draw): Promise<void> {
  for (let at = 0; at < text.length; at += size) {
    await new Promise(requestAnimationFrame);
    draw(text.slice(at, at + size), at + size >= text.length);
  }
}

async function settled(root: Node): Promise<void> {
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(finish, QUIET_MS);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(finish, QUIET_MS);
    });
    observer.observe(root, { childList: true, subtree: true, characterData: true, attributes: true });
  });
}

Object.assign(globalThis, { page });
