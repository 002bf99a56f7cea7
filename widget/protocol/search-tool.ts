/**
 * The title of our Worker's tool that searches the documents. The widget recognises it and shows it in the visitor's language.
 */
export const SEARCH_TITLE = 'Searching the documents';
