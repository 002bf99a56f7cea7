import { after, afterEach, before, beforeEach, describe, it } from 'node:test';

// Loaded in Node before test files that also run in browsers, where Mocha defines these functions as globals.
Object.assign(globalThis, { after, afterEach, before, beforeEach, describe, it });
