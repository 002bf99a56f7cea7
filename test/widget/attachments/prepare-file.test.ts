import { expect } from 'chai';
import { prepareFile } from '../../../widget/attachments/prepare-file.ts';
import type * as Redrawing from '../../../widget/attachments/redraw.ts';
import type { FileKind } from '../../../widget/protocol/accepted-files.ts';
import {
  be32,
  joined,
  patched,
  POSITION,
  withChunk,
  withSegment,
  withExif,
} from '../../support/real-files.ts';
import { WRITTEN } from '../../support/attachments/attaching.ts';

const KINDS: readonly FileKind[] = ['images', 'pdf', 'text'];
const MEGABYTE = 1_048_576;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const SCRIPT = '<html><script>alert(1)</script>';
const PDF = joined('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');

async function read(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(`/test/fixtures/attachments/${name}`);
  return new Uint8Array(await response.arrayBuffer());
}

const [png, jpeg, progressive, gif, avif] = await Promise.all(
  ['picture.png', 'picture.jpg', 'progressive.jpg', 'picture.gif', 'picture.avif'].map(read),
);
const [lossy, lossless, alpha] = await Promise.all(['lossy.webp', 'lossless.webp', 'alpha.webp'].map(read));
const files = { png, jpeg, progressive, gif, avif, lossy, lossless, alpha };
const has = (name: keyof typeof files): Uint8Array<ArrayBuffer> => {
  const file = files[name];
  if (!file) throw new Error(`no file ${name}`);
  return file;
};

/** What prepareFile makes of a file: the type of the result, or the reason of the refusal. */
async function outcome(file: Uint8Array<ArrayBuffer> | string | Blob, type = ''): Promise<string> {
  const prepared = await prepareFile(new Blob([file], { type }), KINDS, () => undefined);
  return typeof prepared === 'string' ? prepared : prepared.type;
}

/** A file that is taken. */
async function prepare(file: Blob, show: (thumbnail: string) => void = () => undefined): Promise<Blob> {
  const prepared = await prepareFile(file, KINDS, show);
  if (typeof prepared === 'string') throw new Error(prepared);
  return prepared;
}

async function drawn(width: number, height: number, type: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('expected a canvas');
  for (let at = 0; at < 400; at += 1) {
    context.fillStyle = `hsl(${at % 360} 60% ${at % 80}%)`;
    context.fillRect((at * 37) % width, (at * 91) % height, width / 20, height / 20);
  }
  return canvas.convertToBlob({ type });
}

async function textOf(blob: Blob): Promise<string> {
  return new TextDecoder('latin1').decode(await blob.arrayBuffer());
}

/** The index of a word in the bytes of a file. */
function placeOf(file: Uint8Array, word: string): number {
  return new TextDecoder('latin1').decode(file).indexOf(word);
}

/** An AVIF whose brand is changed to HEIC, which Chromium does not decode. */
function heic(): Uint8Array<ArrayBuffer> {
  let file: Uint8Array<ArrayBuffer> = has('avif');
  for (let at = placeOf(file, 'avif'); at >= 0; at = placeOf(file, 'avif'))
    file = patched(file, at, joined('heic'));
  return patched(file, placeOf(file, 'av01'), joined('hvc1'));
}

describe('prepareFile', () => {
  const sized = (size: number): Uint8Array<ArrayBuffer> =>
    patched(has('png'), 16, [...be32(size), ...be32(size)]);
  const jpegOfSize = (): Uint8Array<ArrayBuffer> => {
    const at = placeOf(has('jpeg'), '\xff\xc0');
    return patched(has('jpeg'), at + 5, [0x75, 0x30, 0x75, 0x30]);
  };
  const avifOfSize = (): Uint8Array<ArrayBuffer> =>
    patched(has('avif'), placeOf(has('avif'), 'ispe') + 8, [...be32(30_000), ...be32(30_000)]);

  const FILES: Readonly<
    Record<string, readonly [() => Uint8Array<ArrayBuffer> | string | Blob, string, string]>
  > = {
    'a PNG': [() => has('png'), 'image/png', WRITTEN],
    'a JPEG with a position': [() => has('jpeg'), 'image/jpeg', WRITTEN],
    'a progressive JPEG with a colour profile': [() => has('progressive'), 'image/jpeg', WRITTEN],
    'a JPEG with 60 KB of metadata': [
      () => withSegment(has('jpeg'), 0xe1, 'x'.repeat(60_000)),
      'image/jpeg',
      WRITTEN,
    ],
    'a WebP with losses': [() => has('lossy'), 'image/webp', WRITTEN],
    'a WebP without losses': [() => has('lossless'), 'image/webp', WRITTEN],
    'a WebP with transparency': [() => has('alpha'), 'image/webp', WRITTEN],
    'a GIF': [() => has('gif'), 'image/gif', WRITTEN],
    'an AVIF': [() => has('avif'), 'image/avif', WRITTEN],
    'a HEIC that the browser cannot decode': [heic, 'image/heic', 'fileUndecodable'],
    'an SVG': [() => SVG, 'image/svg+xml', 'fileUnsupported'],
    'an SVG by the type of a PNG': [() => `<?xml version="1.0"?>\n${SVG}`, 'image/png', 'fileUnsupported'],
    'a PDF': [() => PDF, 'application/pdf', 'application/pdf'],
    'a CSV': [() => 'a;b\r\n1;ü\r\n', 'text/csv', 'text/plain'],
    'a file of 0 bytes': [() => '', 'image/png', 'fileEmpty'],
    'a PNG of 50 MB': [
      () => new Blob([has('png'), new Uint8Array(50 * MEGABYTE)]),
      'image/png',
      'fileTooLarge',
    ],
    'a PDF of 5 MB': [() => new Blob([PDF, new Uint8Array(5 * MEGABYTE)]), 'application/pdf', 'fileTooLarge'],
    'a PNG of 30,000 x 30,000': [() => sized(30_000), 'image/png', 'fileTooLarge'],
    'a JPEG of 30,000 x 30,000': [jpegOfSize, 'image/jpeg', 'fileTooLarge'],
    'an AVIF of 30,000 x 30,000': [avifOfSize, 'image/avif', 'fileTooLarge'],
    'a PNG that is a page, too': [() => joined(has('png'), SCRIPT), 'text/html', WRITTEN],
    'a PDF that is a script, too': [() => joined(PDF, '/*', SCRIPT), 'text/javascript', 'application/pdf'],
    'a PNG by the type of a JPEG': [() => has('png'), 'image/jpeg', WRITTEN],
    'a JPEG by the type of a PDF': [() => has('jpeg'), 'application/pdf', WRITTEN],
    'a PDF by the type of a PNG': [() => PDF, 'image/png', 'application/pdf'],
    'a page by the type of a PNG': [() => SCRIPT, 'image/png', 'text/plain'],
    'the header of a PNG alone': [() => has('png').slice(0, 33), 'image/png', 'fileUndecodable'],
    'a text in UTF-16': [() => joined([0xff, 0xfe], 'H\0i\0'), 'text/plain', 'fileUnsupported'],
    'an archive': [() => joined('PK\x03\x04\x14\0\0\0'), 'application/zip', 'fileUnsupported'],
    'a video': [
      () => joined([0, 0, 0, 24], 'ftypisom', [0, 0, 2, 0], 'isomiso2'),
      'video/mp4',
      'fileUnsupported',
    ],
    'a text of 70 KB': [() => 'ü'.repeat(35_000), 'text/plain', 'fileTooLarge'],
  };

  for (const [name, [make, type, expected]] of Object.entries(FILES)) {
    it(`${name} becomes: ${expected}`, async () => {
      expect(await outcome(make(), type)).to.equal(expected);
    });
  }

  const PLACES: Readonly<Record<string, () => Uint8Array<ArrayBuffer>>> = {
    'the Exif of a JPEG': () => withSegment(has('jpeg'), 0xe1, `Exif\0\0${POSITION}`),
    'the XMP of a JPEG': () => withSegment(has('jpeg'), 0xe1, `http://ns.adobe.com/xap/1.0/\0${POSITION}`),
    'the IPTC of a JPEG': () => withSegment(has('jpeg'), 0xed, `Photoshop 3.0\0${POSITION}`),
    'a comment of a JPEG': () => withSegment(has('progressive'), 0xfe, POSITION),
    'what stands behind a JPEG': () => joined(has('jpeg'), POSITION),
    'the Exif of a PNG': () => withChunk(has('png'), 'eXIf', POSITION),
    'a text of a PNG': () => withChunk(has('png'), 'tEXt', `Location\0${POSITION}`),
    'the XMP of a PNG': () => withChunk(has('png'), 'iTXt', `XML:com.adobe.xmp\0\0\0\0\0${POSITION}`),
    'the Exif of a WebP': () => withExif(has('lossy'), POSITION),
    'what stands behind a GIF': () => joined(has('gif'), POSITION),
  };

  for (const [name, make] of Object.entries(PLACES)) {
    it(`removes the GPS position from ${name}`, async () => {
      let thumbnail = '';
      const show = (url: string): void => void (thumbnail = url);
      const file = await prepare(new Blob([make()]), show);
      const small = await (await fetch(thumbnail)).blob();
      for (const each of [file, small]) expect(await textOf(each)).not.to.match(/GPS|Exif|52\.5200|xmp/i);
    });
  }

  it('accepts pictures, PDF and texts only where the setting names their kind', async () => {
    const faults = await Promise.all(
      [has('png'), PDF, 'Hi'].map((file) => prepareFile(new Blob([file]), [], () => undefined)),
    );
    expect(faults).to.deep.equal(['fileUnsupported', 'fileUnsupported', 'fileUnsupported']);
  });

  it('returns a PDF and a text with unchanged bytes', async () => {
    for (const file of [PDF, joined('a;b\r\n')]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is easier to read
      const prepared = await prepare(new Blob([file]));
      expect([...new Uint8Array(await prepared.arrayBuffer())]).to.deep.equal([...file]);
    }
  });

  it('scales a photo so that its longest side is 1,568 pixels', async () => {
    const photo = await drawn(4_000, 3_000, 'image/jpeg');
    const file = await prepare(photo);
    const { width, height } = await createImageBitmap(file);
    expect([width, height]).to.deep.equal([1_568, 1_176]);
  });

  it('does not enlarge a small picture', async () => {
    const file = await prepare(await drawn(300, 40, 'image/png'));
    const { width, height } = await createImageBitmap(file);
    expect([width, height]).to.deep.equal([300, 40]);
  });

  it('shows a thumbnail of at most 8 KB before the whole picture is ready', async () => {
    const noise = new ImageData(1_200, 900);
    for (let at = 0; at < noise.data.length; at += 1) noise.data[at] = (at * 7_919) % 251;
    const canvas = new OffscreenCanvas(1_200, 900);
    canvas.getContext('2d')?.putImageData(noise, 0, 0);
    const steps: string[] = [];
    const show = (url: string): void => void steps.push(url);
    await prepare(await canvas.convertToBlob(), show);
    expect(steps[0]?.startsWith(`data:${WRITTEN};base64,`)).to.equal(true);
    expect(steps[0]?.length).to.be.lessThanOrEqual(8_192);
  });

  const CORNERS: Readonly<Record<string, readonly [x: number, y: number, colour: readonly number[]]>> = {
    red: [0, 0, [255, 0, 0]],
    lime: [1, 0, [0, 255, 0]],
    blue: [0, 1, [0, 0, 255]],
    white: [1, 1, [255, 255, 255]],
  };

  /** A JPEG of 7 megapixels with a colour in each corner. */
  async function corners(colorSpace: PredefinedColorSpace = 'srgb'): Promise<Uint8Array<ArrayBuffer>> {
    const canvas = new OffscreenCanvas(3_200, 2_200);
    const context = canvas.getContext('2d', { colorSpace });
    if (!context) throw new Error('expected a canvas');
    for (const [name, [x, y]] of Object.entries(CORNERS)) {
      context.fillStyle = name;
      context.fillRect(x * 1_600, y * 1_100, 1_600, 1_100);
    }
    return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer());
  }

  /** The names of the colours in the corners, in lines from left to right. */
  async function cornersOf(picture: ImageBitmapSource): Promise<readonly (string | undefined)[]> {
    const context = new OffscreenCanvas(8, 8).getContext('2d');
    context?.drawImage(await createImageBitmap(picture), 0, 0, 8, 8);
    return [
      [1, 1],
      [6, 1],
      [1, 6],
      [6, 6],
    ].map(([x = 0, y = 0]) => {
      const pixel = context?.getImageData(x, y, 1, 1).data ?? [];
      const isNear = (part: number, index: number): boolean => Math.abs(part - (pixel[index] ?? -1)) < 24;
      return Object.entries(CORNERS).find(([, [, , colour]]) => colour.every(isNear))?.[0];
    });
  }

  const HELD: readonly (readonly [orientation: number, corners: string])[] = [
    [1, 'red lime blue white'],
    [2, 'lime red white blue'],
    [3, 'white blue lime red'],
    [4, 'blue white red lime'],
    [5, 'red blue lime white'],
    [6, 'blue red white lime'],
    [7, 'white lime blue red'],
    [8, 'lime white red blue'],
  ];
  for (const [orientation, expected] of HELD)
    it(`turns a large photo as its camera was held: Exif orientation ${orientation}`, async () => {
      const entry = `\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}\0\0`;
      const exif = `Exif\0\0MM\0*\0\0\0\x08\0\x01${entry}\0\0\0\0`;
      let thumbnail = '';
      const photo = new Blob([withSegment(await corners(), 0xe1, exif)]);
      const file = await prepare(photo, (url) => (thumbnail = url));
      const { width, height } = await createImageBitmap(file);
      expect([width, height]).to.deep.equal(orientation < 5 ? [1_568, 1_078] : [1_078, 1_568]);
      expect((await cornersOf(file)).join(' ')).to.equal(expected);
      expect((await cornersOf(await (await fetch(thumbnail)).blob())).join(' ')).to.equal(expected);
    });

  it('keeps the colours of a large photo with a colour profile', async () => {
    const file = await prepare(new Blob([await corners('display-p3')]));
    expect(await cornersOf(file)).to.deep.equal(['red', 'lime', 'blue', 'white']);
  });

  it('takes a large photo whose end is missing where the browser decodes it', async () => {
    const photo = new Blob([(await corners()).slice(0, 10_000)], { type: 'image/jpeg' });
    const isDecoded = await createImageBitmap(photo).catch(() => undefined);
    expect(await outcome(photo)).to.equal(isDecoded ? WRITTEN : 'fileUndecodable');
  });

  it('writes a JPEG with a white background where the browser cannot write WebP', async () => {
    const { toDataURL } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toDataURL = function (type, quality) {
      return toDataURL.call(this, type === 'image/webp' ? 'image/png' : type, quality);
    };
    try {
      // A copy of the module, which asks the browser once.
      const address = '/widget/attachments/redraw.ts?without-webp';
      const { redraw } = (await import(address)) as typeof Redrawing;
      const canvas = new OffscreenCanvas(20, 20);
      canvas.getContext('2d')?.clearRect(0, 0, 20, 20);
      const file = await redraw(await canvas.convertToBlob(), 400, () => undefined);
      if (!file) throw new Error('expected a file');
      const bitmap = await createImageBitmap(file);
      const context = new OffscreenCanvas(20, 20).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      expect([file.type, ...(context?.getImageData(9, 9, 1, 1).data ?? [])]).to.deep.equal([
        'image/jpeg',
        255,
        255,
        255,
        255,
      ]);
    } finally {
      HTMLCanvasElement.prototype.toDataURL = toDataURL;
    }
  });
});
