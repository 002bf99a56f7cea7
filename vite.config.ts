import { defineConfig } from 'vite';
import { modulesConfig } from './widget/build/passes.ts';
import { DIST } from './widget/build/project.ts';

/** For tools that look for this file. `npm run build` builds every pass of `widget/build/passes.ts`. */
export default defineConfig(modulesConfig(DIST));
