/** The version in package.json; a test compares them. Importing package.json would add 1 KB to the Worker. */
export const VERSION = '0.2.0';
