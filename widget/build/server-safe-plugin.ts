import type { Plugin } from 'vite';

const LIBRARY = /\/node_modules\/@lit\/reactive-element\/reactive-element\.js$/;
const BASE_CLASS = /extends HTMLElement\{/g;

/**
 * Lets the modules be imported where there is no DOM, as server-side rendering does: there the element is a
 * class that nobody makes. Lit has a build for Node that does the same, by a package of its own.
 */
export function serverSafe(): Plugin {
  return {
    name: 'cf-ai-chat:server-safe',
    transform: {
      filter: { id: LIBRARY },
      handler: (code) => ({ code: guardBaseClass(code), map: null }),
    },
  };
}

/** Gives the base class a stand-in where there is no `HTMLElement`. Throws unless there is one base class. */
export function guardBaseClass(code: string): string {
  const places = [...code.matchAll(BASE_CLASS)].length;
  if (places !== 1) throw new Error(`expected ReactiveElement to extend HTMLElement once, found ${places}`);
  return code.replace(BASE_CLASS, 'extends(globalThis.HTMLElement??class{}){');
}
