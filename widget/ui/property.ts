import type { PropertyDeclaration, ReactiveElement } from '@lit/reactive-element';

/**
 * Lit's `@property` for the decorators this project compiles to. Lit's own carries the code for standard
 * decorators as well, which every page with the launcher would load for nothing.
 */
export function property(options: PropertyDeclaration = {}) {
  return (prototype: ReactiveElement, name: string): void => {
    (prototype.constructor as typeof ReactiveElement).createProperty(name, options);
  };
}
