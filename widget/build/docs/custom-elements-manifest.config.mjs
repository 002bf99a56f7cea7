import { publishedManifest } from '../published-manifest.ts';

export default {
  globs: ['widget/index.ts', 'widget/element.ts', 'widget/ui/shell/*.ts', 'widget/ui/element/*.ts'],
  litelement: true,
  packagejson: false,
  plugins: [
    {
      name: 'cf-ai-chat:published-manifest',
      packageLinkPhase({ customElementsManifest }) {
        customElementsManifest.modules = publishedManifest(customElementsManifest).modules;
      },
    },
  ],
};
