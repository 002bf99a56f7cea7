import type { FileFrame, FrameEvent } from './frame.ts';

/** `data:` addresses of raster images: unlike SVG they cannot contain scripts. */
const RASTER = /^data:(image\/(?:avif|gif|jpeg|png|webp));base64,/;
/** Base64 characters of 2 MB. */
const MAX_DATA_CHARACTERS = 2_796_203;

/**
 * Replaces the content of a file event, so that stored messages stay small. A picture in a `data:` address of at most 2 MB
 * gets a `blob:` address. Any other file with `data:` keeps only its name and size.
 */
export function shortenFile(event: FrameEvent): FrameEvent {
  return event.type === 'file' && event.url.startsWith('data:') ? shorten(event) : event;
}

function shorten(file: FileFrame): FileFrame {
  const { url } = file;
  const [head = '', mediaType = ''] = RASTER.exec(url) ?? [];
  const size = Math.floor(((url.length - url.indexOf(',') - 1) * 3) / 4);
  if (!head || url.length > MAX_DATA_CHARACTERS) return { size, ...file, url: '' };
  try {
    const bytes = Uint8Array.from(atob(url.slice(head.length)), (character) => character.charCodeAt(0));
    return { ...file, mediaType, size, url: URL.createObjectURL(new Blob([bytes], { type: mediaType })) };
  } catch (error) {
    // `atob` throws where the text is not base64.
    if (error instanceof DOMException) return { ...file, url: '' };
    throw error;
  }
}
