// Bounds that the server keeps and the web tells beforehand; apart from the schemas, which not every page loads.

/** Saved views of one list. */
export const MOST_SAVED_VIEWS = 20;

/** Days of one download of a device's samples: a year. */
export const MOST_DOWNLOAD_DAYS = 366;

/** Of a user's picture. */
export const PICTURE_BYTES = 1_048_576;
export const PICTURE_PIXELS = 4096;
