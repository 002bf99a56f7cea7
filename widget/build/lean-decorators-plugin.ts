import type { Plugin } from 'vite';

const HELPER = /@oxc-project\+runtime.*\/helpers\/esm\/decorate\.js$/;

/**
 * Replaces the compiler's general decorator helper by the part our field decorators need: each is called
 * with the prototype and the name. The general one handles methods, accessors and a `Reflect` polyfill.
 */
export function leanDecorators(): Plugin {
  return {
    name: 'cf-ai-chat:lean-decorators',
    transform: {
      filter: { id: HELPER },
      handler: () => ({
        code: 'export default (decorators, prototype, name) => decorators.forEach((decorate) => decorate(prototype, name));',
        map: null,
      }),
    },
  };
}
