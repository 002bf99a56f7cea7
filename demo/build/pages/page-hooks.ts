import type { PageHeading } from '../../../worker/tools/knowledge/indexing/chunk-markdown.ts';

/** The origin of the pages while they are made: links within the site have it. */
export const SITE_ORIGIN = 'https://site.invalid';

/** Width and height of the pictures that pages show, by the path of the picture. */
export type PictureSizes = Readonly<Record<string, { readonly width: number; readonly height: number }>>;

/** The hooks of `renderMarkdown` that are used here. */
export interface PageHooks {
  readonly blocks: Readonly<Record<string, (source: string) => Element>>;
  readonly onBlock: (block: Element) => void;
}

/** What the hooks of a page need to know of the page. */
export interface PageParts {
  /** In their order. */
  readonly headings: readonly PageHeading[];
  readonly sizes: PictureSizes;
  /** Renders markdown without hooks. */
  readonly render: (markdown: string) => DocumentFragment;
}

/**
 * Adds what a page needs, and an answer in the chat may not have: anchors of headings, regions that scroll, and pictures that have
 * a size and change with the colour scheme. A fence of `answer` is shown as its source, and as the chat draws it.
 */
export function hooksOf({ headings, sizes, render }: PageParts): PageHooks {
  const anchors = headings.values();
  const finish = (element: HTMLElement): void => {
    // An example was finished when it was made.
    if (element.closest('.example')) return;
    if (/^h[1-6]$/.test(element.localName)) element.id = anchors.next().value?.anchor ?? '';
    finishPart(element, sizes);
  };
  return {
    blocks: {
      answer: (source) => {
        const drawn = render(source);
        for (const element of drawn.querySelectorAll<HTMLElement>('*')) finishPart(element, sizes);
        return createExample(source, drawn);
      },
    },
    onBlock: (block) => {
      block.querySelectorAll<HTMLElement>('*').forEach(finish);
      finish(block as HTMLElement);
    },
  };
}

function finishPart(element: HTMLElement, sizes: PictureSizes): void {
  if (element.localName === 'pre') finishCode(element);
  else if (element.localName === 'table') wrap(element, 'table').tabIndex = 0;
  else if (element.localName === 'img') finishPicture(element as HTMLImageElement, sizes);
}

function finishCode(code: HTMLElement): void {
  // This code is hidden: an example is drawn in its place.
  if (code.hidden) return;
  code.tabIndex = 0;
  wrap(code, 'code');
}

function createExample(source: string, drawn: DocumentFragment): Element {
  const example = document.createElement('figure');
  const code = document.createElement('pre');
  const answer = document.createElement('div');
  example.className = 'example';
  code.append(source);
  answer.className = 'drawn';
  answer.append(drawn);
  example.append(code, answer);
  finishCode(code);
  return example;
}

function wrap(element: HTMLElement, className: string): HTMLElement {
  const frame = element.ownerDocument.createElement('div');
  frame.className = className;
  element.replaceWith(frame);
  frame.append(element);
  return frame;
}

/** Gives a picture the room it needs before it is loaded. `panel-light.webp` has a `panel-dark.webp` beside it. */
function finishPicture(image: HTMLImageElement, sizes: PictureSizes): void {
  const path = image.src.replace(SITE_ORIGIN, '');
  image.setAttribute('src', path);
  // A picture that `npm run pictures` is to take has no size yet.
  const { width, height } = sizes[path] ?? {};
  if (width !== undefined) image.width = width;
  if (height !== undefined) image.height = height;
  const dark = path.replace(/-light(?=\.\w+$)/, '-dark');
  if (dark === path) return;
  const picture = image.ownerDocument.createElement('picture');
  const source = image.ownerDocument.createElement('source');
  source.media = '(prefers-color-scheme: dark)';
  source.srcset = dark;
  image.replaceWith(picture);
  picture.append(source, image);
}
