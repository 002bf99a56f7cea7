import type { PropertyDeclaration, ReactiveElement } from '@lit/reactive-element';
import { readSetting, type SettingType } from './read-setting.ts';

/** The declaration of a setting. */
interface SettingDeclaration extends Omit<PropertyDeclaration, 'type' | 'converter'> {
  readonly type?: SettingType;
}

const REPORTED = new Set<string>();

/**
 * Lit's `@property` for the kind of decorators that this project compiles to. Lit's own contains code for standard decorators
 * too, which every page with a launcher would load for nothing. The attribute is the name in kebab case. Removing the
 * attribute restores the initial value; so do `null` and `undefined`. A value that cannot be converted to the declared type is
 * ignored, with one line in the console.
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
        // The first call comes from the class field and sets the default. For `strings` and other objects it is undefined.
        if (options.attribute !== false) initial ??= read;
        if (isUnset || read !== undefined) accessor?.set?.call(this, read);
        else reportIgnored(name, value);
      },
    });
  };
}

function reportIgnored(name: string, value: unknown): void {
  // oxlint-disable-next-line no-console -- only the site's developer can correct it
  if (!REPORTED.has(name)) console.warn(`<cf-ai-chat>: ${name} is ignored:`, value);
  REPORTED.add(name);
}
