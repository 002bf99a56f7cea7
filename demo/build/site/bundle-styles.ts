import { writeFile } from 'node:fs/promises';
import { bundle } from 'lightningcss';

/** Makes one minified file of a style sheet and those that it imports, so that the page is drawn after one request. */
export async function bundleStyles(path: string): Promise<void> {
  const { code } = bundle({ filename: path, minify: true });
  await writeFile(path, code);
}
