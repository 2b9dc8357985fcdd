// What filters by country ask for besides a country; apart from the schemas, which not every page loads.

/** Finds those of whom none is said. */
export const NO_COUNTRY = 'none';
