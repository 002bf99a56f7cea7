/** The title of our Worker's search among documents, by which the widget knows it and says it in the visitor's language. */
export const SEARCH_TITLE = 'Searching the documents';
