import type { PageHeading } from '../../../worker/knowledge/indexing/chunk-markdown.ts';
import { SITE_ORIGIN } from './markdown-renderer.ts';

/** Width and height of the pictures, by path. */
export type PictureSizes = Readonly<Record<string, { readonly width: number; readonly height: number }>>;

/**
 * Adds what an answer in the chat may not have and a page needs: anchors of headings, regions that scroll, and pictures
 * with their size, which change with the colour scheme.
 */
export function finishBody(body: HTMLElement, headings: readonly PageHeading[], sizes: PictureSizes): void {
  body.querySelectorAll('h1, h2, h3, h4, h5, h6').forEach((element, index) => {
    element.id = headings[index]?.anchor ?? '';
  });
  for (const code of body.querySelectorAll('pre')) {
    code.tabIndex = 0;
    wrap(code, 'code');
  }
  for (const table of body.querySelectorAll('table')) wrap(table, 'table').tabIndex = 0;
  for (const image of body.querySelectorAll('img')) finishPicture(image, sizes);
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
