import type { Plugin } from 'vite';

const HELPER = /@oxc-project.*\/helpers\/(?:esm\/)?decorate\.js$/;

/**
 * Replaces the compiler's helper for decorators with a call of `@property`, the only decorator here. The original also
 * supports classes, methods, replaced descriptors and `Reflect.decorate`, and every page would load that code.
 */
export function plainDecorators(): Plugin {
  return {
    name: 'cf-ai-chat:plain-decorators',
    transform: {
      filter: { id: HELPER },
      handler: () => ({
        code: 'export default ([decorate], prototype, name) => { decorate(prototype, name); };',
        map: null,
      }),
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.code.includes('Reflect.decorate'))
          this.error(`${file.fileName} has the compiler's helper for decorators`);
    },
  };
}
