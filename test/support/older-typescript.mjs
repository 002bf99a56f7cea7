// Preloaded (`node --import`) into programs that use the compiler as a library: TypeScript 7 is not one, and they
// have their own release of it installed as `typescript-6`.
import { registerHooks } from 'node:module';

const NAME = /^typescript(?=$|\/)/;

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!NAME.test(specifier)) return nextResolve(specifier, context);
    return nextResolve(specifier.replace(NAME, 'typescript-6'), { ...context, parentURL: import.meta.url });
  },
});
