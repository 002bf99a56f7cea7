/**
 * `HTMLElement`, or `Object` where there is no DOM: a server can then import the element's class, which it never
 * instantiates. The build of the modules uses it wherever the global is named (`inject` in `build/passes.ts`).
 */
const BaseElement = globalThis.HTMLElement ?? Object;

export { BaseElement as HTMLElement };
