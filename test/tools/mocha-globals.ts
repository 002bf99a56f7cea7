import { after, afterEach, before, beforeEach, describe, it } from 'node:test';

// Loaded before test files that run in Node and in browsers: there these functions are Mocha's, and global.
Object.assign(globalThis, { after, afterEach, before, beforeEach, describe, it });
