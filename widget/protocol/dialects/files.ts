import type { FileFrame, FrameEvent } from './frame.ts';

/** Pictures that hold no code. */
const RASTER = /^data:(image\/(?:avif|gif|jpeg|png|webp));base64,/;
/** 2 MB in base64. */
const MAX_DATA_CHARACTERS = 2_796_203;

/**
 * An event as it is kept: a picture in a `data:` address of 2 MB at most is a `blob:` one, since records hold no megabytes, and any
 * other `data:` has only its name and its size.
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
    // No base64.
    if (error instanceof DOMException) return { ...file, url: '' };
    throw error;
  }
}
