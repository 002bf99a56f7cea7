// Globals of browsers that Lit uses while its modules load, with a stand-in where there is no DOM. So a server can
// import the modules; it never instantiates the element. The build of the modules uses these wherever the globals are
// named (`inject` in `build/passes.ts`).
const BaseElement = globalThis.HTMLElement ?? Object;
const page = globalThis.document ?? { createTreeWalker: () => undefined };

export { BaseElement as HTMLElement, page as document };
