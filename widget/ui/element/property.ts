import type { PropertyDeclaration, ReactiveElement } from '@lit/reactive-element';

/**
 * Lit's `@property` for the decorators this project compiles to. Lit's own carries the code for standard
 * decorators as well, which every page with the launcher would load for nothing.
 * The attribute is the name in kebab case, and removing it brings back what the element started from.
 */
export function property(options: PropertyDeclaration = {}) {
  return (prototype: ReactiveElement, name: string): void => {
    const { constructor } = prototype;
    (constructor as typeof ReactiveElement).createProperty(name, {
      attribute: name.replace(/[A-Z]/g, '-$&').toLowerCase(),
      useDefault: !options.reflect,
      ...options,
    });
  };
}
