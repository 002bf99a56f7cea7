// `npm run pictures` takes the pictures in README and in the documentation of theming.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../widget/build/project.ts';
import { buildAll } from '../../demo/build/build-all.ts';
import { launchChromium } from '../support/browser.ts';
import { installFixture } from '../support/install-fixture.ts';
import { takeFilm, type Frame } from './pictures/film.ts';
import { LOOKS, takeLook } from './pictures/looks.ts';
import { startPictureSite } from './pictures/picture-site.ts';

/** The module `test/fixtures/pictures/encode.ts`. It has its own packages, which no other command needs. */
interface Encoder {
  encodeStill(png: Buffer): Promise<Buffer>;
  encodeFilm(frames: readonly Frame[]): Promise<Buffer>;
}

const encoder = join(installFixture('pictures'), 'encode.ts');
const { encodeFilm, encodeStill } = (await import(pathToFileURL(encoder).href)) as Encoder;

const FOLDER = join(ROOT, 'demo/docs/pictures');
/** Largest size of an animated picture. */
const MAX_BYTES = 400_000;

await buildAll();
await mkdir(FOLDER, { recursive: true });
const site = await startPictureSite();
const browser = await launchChromium();
try {
  const sizes: Record<string, { width: number; height: number }> = {};
  for (const look of LOOKS) {
    const { png, width, height } = await takeLook(browser, site, look);
    sizes[`/docs/pictures/${look.name}.webp`] = { width, height };
    await write(`${look.name}.webp`, await encodeStill(png));
  }
  for (const scheme of ['light', 'dark'] as const) {
    const film = await encodeFilm(await takeFilm(browser, site, scheme));
    if (film.length > MAX_BYTES) throw new Error(`the film has ${film.length} bytes, ${MAX_BYTES} at most`);
    await write(`chat-${scheme}.webp`, film);
  }
  await writeFile(join(FOLDER, 'sizes.json'), `${JSON.stringify(sizes, null, 2)}\n`);
} finally {
  await browser.close();
  await site.close();
}

async function write(name: string, content: Buffer): Promise<void> {
  await writeFile(join(FOLDER, name), content);
  console.log(`  ${name.padEnd(20)} ${String(content.length).padStart(7)} bytes`);
}
