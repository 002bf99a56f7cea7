import { writeFile } from 'node:fs/promises';
import { bundle } from 'lightningcss';

/** Makes one small file of a style sheet and those that it imports: one request before the page is drawn. */
export async function bundleStyles(path: string): Promise<void> {
  const { code } = bundle({ filename: path, minify: true });
  await writeFile(path, code);
}
