import { Features } from 'lightningcss';
import { minifyHTMLLiterals } from 'minify-literals';
import type { Plugin } from 'vite';

const SOURCES = /\/widget\/ui\/.+\.ts$/;
const TEMPLATES = /\b(?:css|html|svg)`/;

/** The oldest browsers that the style sheets support; 16 bits per part of the version. */
const CSS_TARGETS = { chrome: 100 << 16, firefox: 100 << 16, safari: 15 << 16 };

/** Removes comments, white space and quotes that are not needed from `css` and `html` templates, which JavaScript minifiers do not change. */
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
 * Minifies the templates of a module. Throws for a style sheet that is not valid CSS, for example with merge conflict markers,
 * and for one with a backslash, because the template would remove it.
 */
export async function minifySource(source: string, fileName: string): Promise<string> {
  if (/\bcss`[^`]*\\/.test(source)) throw new Error(`a sheet of ${fileName} has a backslash`);
  const result = await minifyHTMLLiterals(source, {
    fileName,
    // An SVG shape without its slash would contain the shapes that follow.
    html: { keepClosingSlash: true, removeAttributeQuotes: true },
    // The sheets themselves define both colour schemes, so a fallback for light-dark() would only add bytes.
    // The fallback for :dir() would test the language, not the direction.
    css: { targets: CSS_TARGETS, exclude: Features.LightDark | Features.DirSelector },
  });
  return untagSheets(result?.code ?? source, fileName);
}

/** Removes the tag of minified style sheets: css`a{}` becomes `a{}`. */
export function untagSheets(code: string, fileName: string): string {
  return code.replaceAll(/\bcss(`[^`]*`)/g, (_tagged, sheet: string) => {
    // The minifier only warns about a sheet that it cannot parse, and then leaves its indentation.
    if (sheet.includes('  ')) throw new Error(`a sheet of ${fileName} is no CSS`);
    // The minifier writes a[href^='#'] as a[href^=\#], which needs a second backslash in a template.
    return sheet.replaceAll('\\', '\\\\');
  });
}
