// Special values of filters by country; separate from the schemas, which few pages load.

/** Matches rows without a country. */
export const NO_COUNTRY = 'none';
