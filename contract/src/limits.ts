// Bounds that the server keeps and the web tells beforehand; apart from the schemas, which not every page loads.

/** Saved views of one list. */
export const MOST_SAVED_VIEWS = 20;
