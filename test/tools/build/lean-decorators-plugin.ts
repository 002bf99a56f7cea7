import type { Plugin } from 'vite';

const HELPER = '@oxc-project/runtime/helpers/decorate';
const VIRTUAL = `\0${HELPER}`;

/**
 * Replaces the compiler's general decorator helper by the part our field decorators need: each is called
 * with the prototype and the name. The general one handles methods, accessors and a `Reflect` polyfill.
 */
export function leanDecorators(): Plugin {
  return {
    name: 'cf-ai-chat:lean-decorators',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith(HELPER) ? VIRTUAL : null),
    load: (id) =>
      id === VIRTUAL
        ? 'export default (decorators, prototype, name) => decorators.forEach((decorate) => decorate(prototype, name));'
        : null,
  };
}
