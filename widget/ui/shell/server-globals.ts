// Replaces browser globals that Lit uses while its modules load, where there is no DOM: so a server can import the modules. It
// never creates the element. The build inserts these wherever the modules use the globals (`inject` in `build/passes.ts`).
const BaseElement = globalThis.HTMLElement ?? Object;
const page = globalThis.document ?? { createTreeWalker: () => undefined };

export { BaseElement as HTMLElement, page as document };
