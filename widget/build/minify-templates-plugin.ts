import { Features } from 'lightningcss';
import { minifyHTMLLiterals } from 'minify-literals';
import type { Plugin } from 'vite';

const SOURCES = /\/widget\/ui\/.+\.ts$/;
const TEMPLATES = /\b(?:css|html|svg)`/;

/** Oldest engines whose media query and colour syntax the sheets keep to; 16 bits per part of the version. */
const CSS_TARGETS = { chrome: 100 << 16, firefox: 100 << 16, safari: 15 << 16 };

/** Takes comments and white space out of the `css` and `html` templates, which no JavaScript minifier looks into. */
export function minifyTemplates(): Plugin {
  return {
    name: 'cf-ai-chat:minify-templates',
    enforce: 'pre',
    transform: {
      filter: { id: SOURCES, code: TEMPLATES },
      handler: async (source, fileName) => ({ code: await minifySource(source, fileName), map: null }),
    },
  };
}

/**
 * A module with its templates minified. Throws for a sheet that is no CSS, such as one with the marks of a merge conflict, and for one
 * with a backslash, which a template takes away.
 */
export async function minifySource(source: string, fileName: string): Promise<string> {
  if (/\bcss`[^`]*\\/.test(source)) throw new Error(`a sheet of ${fileName} has a backslash`);
  const result = await minifyHTMLLiterals(source, {
    fileName,
    // Without its slash an SVG shape would contain the next one.
    html: { keepClosingSlash: true },
    // The sheets name both colour schemes themselves, so that a fallback for light-dark() would only add bytes.
    // The fallback for :dir() would test the language, not the direction.
    css: { targets: CSS_TARGETS, exclude: Features.LightDark | Features.DirSelector },
  });
  return untagSheets(result?.code ?? source, fileName);
}

/** Removes the tag of minified style sheets: css`a{}` becomes `a{}`. */
export function untagSheets(code: string, fileName: string): string {
  return code.replaceAll(/\bcss(`[^`]*`)/g, (_tagged, sheet: string) => {
    // The minifier only warns about a sheet that it cannot read, and leaves its indentation.
    if (sheet.includes('  ')) throw new Error(`a sheet of ${fileName} is no CSS`);
    // The minifier writes a[href^='#'] as a[href^=\#].
    return sheet.replaceAll('\\', '\\\\');
  });
}
