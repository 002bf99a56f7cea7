import type { PropertyDeclaration, ReactiveElement } from '@lit/reactive-element';
import { readSetting, type SettingType } from './read-setting.ts';

/** How a setting is declared. */
interface SettingDeclaration extends Omit<PropertyDeclaration, 'type' | 'converter'> {
  readonly type?: SettingType;
}

const IGNORED = new Set<string>();

/**
 * Lit's `@property` for the decorators this project compiles to. Lit's own carries the code for standard
 * decorators as well, which every page with the launcher would load for nothing.
 * The attribute is the name in kebab case, and removing it brings back what the element started from; so do `null` and
 * `undefined`. A value that cannot be read as the declared type is ignored, with one line in the console.
 */
export function property(options: SettingDeclaration = {}) {
  return (prototype: ReactiveElement, name: string): void => {
    const { constructor } = prototype;
    (constructor as typeof ReactiveElement).createProperty(name, {
      attribute: name.replace(/[A-Z]/g, '-$&').toLowerCase(),
      useDefault: !options.reflect,
      ...options,
    });
    const accessor = Object.getOwnPropertyDescriptor(prototype, name);
    let initial: unknown;
    Object.defineProperty(prototype, name, {
      ...accessor,
      set(this: ReactiveElement, value: unknown) {
        const isUnset = value === null || value === undefined;
        const isResolved = options.attribute === false && typeof value === 'function';
        const read = isUnset ? initial : isResolved ? value : readSetting(value, options.type);
        // The default that the class declares comes first; those of `strings` and other objects are undefined.
        if (options.attribute !== false) initial ??= read;
        if (isUnset || read !== undefined) accessor?.set?.call(this, read);
        else ignore(name, value);
      },
    });
  };
}

function ignore(name: string, value: unknown): void {
  // oxlint-disable-next-line no-console -- only the site's developer can correct it
  if (!IGNORED.has(name)) console.warn(`<cf-ai-chat>: ${name} is ignored:`, value);
  IGNORED.add(name);
}
