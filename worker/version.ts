/** The version in package.json, which the house suite compares: the whole file is 1 KB of the Worker more. */
export const VERSION = '0.2.0';
