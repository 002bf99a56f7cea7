import { MarkdownStream, renderMarkdown } from '../../../widget/markdown/index.ts';
import { outline } from './dom-outline.ts';
import { Random } from './random.ts';
import { isSection, settledBlocks, type SettledBlocks } from './settled-blocks.ts';
import type { StreamCase } from './stream-case.ts';
import { scrollableStyle, visit, type Action, type Deed, type Outcome } from './visitor.ts';

document.adoptedStyleSheets.push(scrollableStyle());

/** What streaming one document showed. */
export interface Trial {
  /** The outlines, where the finished stream is not what the one-shot render draws. */
  readonly difference: { readonly wanted: string; readonly drawn: string } | undefined;
  /** Drawings. */
  readonly draws: number;
  /** Nodes in the finished document. */
  readonly nodes: number;
  /** Nodes that were thrown away, while an equal one was put in elsewhere in the same drawing. */
  readonly rebuilt: number;
  /** Nodes that are not there any more, because the text turned out to mean something else. */
  readonly changed: number;
  /** Settled blocks that were watched, some of them twice. */
  readonly settled: number;
  /** Changes in settled blocks before the end. */
  readonly touched: number;
  /** Changes that `end()` made in settled blocks: what it would have to repair. */
  readonly repairs: number;
  /** What a visitor did meanwhile, and what became of it. */
  readonly deed: { readonly action: Action; readonly outcome: Outcome } | undefined;
}

/** Streams a document, each piece drawn at once, and only compares: many times as many in the same time. */
export function compareOnly({ seed, markdown, pieces }: StreamCase): Pick<Trial, 'difference' | 'draws'> {
  const box = document.createElement('div');
  const stream = openStream(box, seed);
  for (const piece of pieces) {
    stream.push(piece);
    stream.flush();
  }
  stream.end();
  joinSections(box);
  const wanted = document.createElement('div');
  wanted.append(renderMarkdown(markdown));
  return { difference: differenceOf(wanted, box), draws: pieces.length + 1 };
}

/** Streams a document, each piece drawn at once, and looks at everything that must hold. */
export function runTrial({ seed, markdown, pieces }: StreamCase): Trial {
  const random = new Random(seed ^ 0xdeed);
  const box = document.body.appendChild(document.createElement('div'));
  const stream = openStream(box, seed);
  const watch = new Watch(box);
  const visitAt = random.below(pieces.length);
  const watchAt = random.below(pieces.length);
  let deed: Deed | undefined;
  let received = '';
  for (const [index, piece] of pieces.entries()) {
    stream.push(piece);
    stream.flush();
    received += piece;
    watch.look();
    deed?.look(received);
    if (index === visitAt) deed = visit(box, random);
    if (index === watchAt) watch.settle(received);
  }
  const touched = watch.takeTouched();
  watch.settle(received);
  stream.end();
  watch.look();
  const repairs = watch.takeTouched();
  deed?.look(received);
  const outcome = deed && { action: deed.action, outcome: deed.outcome(markdown) };
  box.remove();
  joinSections(box);
  const wanted = document.createElement('div');
  wanted.append(renderMarkdown(markdown));
  if (deed?.action === 'details') toggleLike(wanted, box);
  return {
    difference: differenceOf(wanted, box),
    draws: pieces.length + 1,
    nodes: countNodes(wanted) - 1,
    rebuilt: watch.rebuilt,
    changed: watch.changed,
    settled: watch.settled,
    touched,
    repairs,
    deed: outcome,
  };
}

/** Every other document is divided, as early as can be. */
function openStream(box: HTMLElement, seed: number): MarkdownStream {
  return new MarkdownStream(box, {}, seed % 2 === 0 ? { sectionSize: 1 } : {});
}

/** Takes back what the visitor has opened and closed, which would show in the markup. */
function toggleLike(wanted: Element, box: Element): void {
  const drawn = box.querySelectorAll('details');
  for (const [index, { open }] of wanted.querySelectorAll('details').entries())
    drawn[index]?.toggleAttribute('open', open);
}

function joinSections(box: Element): void {
  for (const section of box.querySelectorAll('cf-ai-chat-section'))
    section.replaceWith(...section.childNodes);
}

/** Compares with adjacent text joined. */
function differenceOf(wanted: Element, drawn: Element): Trial['difference'] {
  wanted.normalize();
  drawn.normalize();
  if (drawn.isEqualNode(wanted)) return undefined;
  return { wanted: outline(wanted), drawn: outline(drawn) };
}

/** Counts what happens to the nodes of a box. */
class Watch {
  rebuilt = 0;
  changed = 0;
  settled = 0;
  readonly #box: Element;
  readonly #observer = new MutationObserver(() => undefined);
  #blocks: SettledBlocks | undefined;
  readonly #touched = new Set<Node>();

  constructor(box: Element) {
    this.#box = box;
    this.#observer.observe(box, { childList: true, subtree: true, characterData: true, attributes: true });
  }

  /** Takes account of what has changed since the last look. */
  look(): void {
    const records = this.#observer.takeRecords();
    this.#countRemoved(records);
    for (const { target, removedNodes, type, attributeName } of records) {
      // Spelled out while a list or a table grows, and back to what it was when it is final.
      if (attributeName === 'dir') continue;
      const blocks =
        this.#holdsBlocks(target) && type === 'childList' ? [...removedNodes] : [this.#blockOf(target)];
      for (const block of blocks) this.#touch(block);
    }
  }

  #countRemoved(records: readonly MutationRecord[]): void {
    const removed = new Set(records.flatMap(({ removedNodes }) => [...removedNodes].flatMap(nodesIn)));
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes].flatMap(nodesIn)));
    const kinds = new Map<string, number>();
    for (const node of added) {
      const isNew = this.#box.contains(node) && !removed.has(node);
      if (isNew) kinds.set(kindOf(node), (kinds.get(kindOf(node)) ?? 0) + 1);
    }
    for (const node of removed) {
      // A node that only moved (into a paragraph, into a heading) is still there.
      if (this.#box.contains(node)) continue;
      const count = kinds.get(kindOf(node)) ?? 0;
      if (count > 0) this.rebuilt++;
      else this.changed++;
      kinds.set(kindOf(node), count - 1);
    }
  }

  /** Holds from now on the blocks to be settled that are so after what was received. */
  settle(received: string): void {
    // What the visitor did is not a change of the answer's.
    this.#observer.takeRecords();
    this.#blocks = settledBlocks(this.#box, received);
    this.settled += this.#blocks.firm.size + this.#blocks.waiting.size;
  }

  /** How many settled blocks were touched; to be asked when no more definitions can come. */
  takeTouched(): number {
    let count = 0;
    for (const block of this.#touched) {
      const before = this.#blocks?.waiting.get(block);
      // A definition that came turns brackets into a link, one that did not come turns them back.
      const isDue =
        before !== undefined && this.#box.contains(block) && (block as Element).outerHTML !== before;
      if (!isDue) count++;
    }
    this.#touched.clear();
    return count;
  }

  #touch(block: Node): void {
    if (this.#blocks?.firm.has(block) || this.#blocks?.waiting.has(block)) this.#touched.add(block);
  }

  /** The block that a node stands in. */
  #blockOf(node: Node): Node {
    let block = node;
    while (block.parentNode && !this.#holdsBlocks(block.parentNode)) block = block.parentNode;
    return block;
  }

  #holdsBlocks(node: Node): boolean {
    return node === this.#box || isSection(node);
  }
}

function nodesIn(root: Node): Node[] {
  return [root, ...[...root.childNodes].flatMap(nodesIn)];
}

/** What a node is in itself: its text, or its tag with attributes. */
function kindOf(node: Node): string {
  return node instanceof Element ? (node.cloneNode() as Element).outerHTML : (node.nodeValue ?? '');
}

function countNodes(root: Node): number {
  const walker = document.createTreeWalker(root);
  let count = 1;
  while (walker.nextNode()) count++;
  return count;
}
