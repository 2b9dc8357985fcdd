// Bounds that the server keeps and the web tells beforehand; apart from the schemas, which not every page loads.

/** Saved views of one list. */
export const MOST_SAVED_VIEWS = 20;

/** Days of one download of a device's samples: a year. */
export const MOST_DOWNLOAD_DAYS = 366;
/** Days of samples that one page of a table may be taken from. */
export const MOST_HISTORY_DAYS = 31;

/** How a plant's id is written: `DE_20261121_k7Qm4x`. What is not so written is no plant. */
export const SID_FORM = /^[A-Z]{2}_\d{8}_[0-9A-Za-z]{6,16}$/;

/** No plant is older, and no calendar is sure of what comes later. */
export const FIRST_DAY = '1900-01-01';
export const LAST_DAY = '2199-12-31';

/** Days of one energy chart: a year and its last month again by day, 25 years by month, a century by year. */
export const MOST_CHART_DAYS = { byDay: 400, byMonth: 9132, byYear: 36_525 } as const;

/** Of a user's picture. */
export const PICTURE_BYTES = 1_048_576;
export const PICTURE_PIXELS = 4096;
