import { minify } from 'terser';
import type { Plugin } from 'vite';

/**
 * Inlines what the bundler's minifier does not: functions that are called once, and constants. Names and white space are not
 * changed, because the bundler minifies them afterwards.
 */
export function foldCode(): Plugin {
  return {
    name: 'cf-ai-chat:fold-code',
    renderChunk: {
      order: 'post',
      handler: async (code, _chunk, { format }) => ({ code: await fold(code, format === 'es'), map: null }),
    },
  };
}

/**
 * The code after {@link foldCode}.
 *
 * @example
 * await fold('const one = 1; function add(a) { return a + one; } export const two = add(1);', true); // 'export const two=2;'
 */
export async function fold(code: string, isModule: boolean): Promise<string> {
  const folded = await minify(code, { module: isModule, compress: { passes: 3 }, mangle: false });
  if (folded.code === undefined) throw new Error('expected a script from terser');
  return folded.code;
}
