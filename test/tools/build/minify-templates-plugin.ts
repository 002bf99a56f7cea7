import { Features } from 'lightningcss';
import { minifyHTMLLiterals } from 'minify-literals';
import type { Plugin } from 'vite';

const TEMPLATES = /\/widget\/ui\/(?:styles|panel|service)\/[^/]+\.ts$/;

/** Oldest engines whose media query and colour syntax the sheets keep to; 16 bits per part of the version. */
const CSS_TARGETS = { chrome: 100 << 16, firefox: 100 << 16, safari: 15 << 16 };

/** Takes comments and white space out of the `css` and `html` templates, which no JavaScript minifier looks into. */
export function minifyTemplates(): Plugin {
  return {
    name: 'cf-ai-chat:minify-templates',
    enforce: 'pre',
    transform: {
      filter: { id: TEMPLATES },
      async handler(source, fileName) {
        const result = await minifyHTMLLiterals(source, {
          fileName,
          // Without its slash an SVG shape would contain the next one.
          html: { keepClosingSlash: true },
          // Both schemes are written out; the fallback for light-dark() would only add bytes.
          css: { targets: CSS_TARGETS, exclude: Features.LightDark },
        });
        return result ? { code: result.code, map: null } : null;
      },
    },
  };
}
