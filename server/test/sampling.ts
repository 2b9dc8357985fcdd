// Large walks (odd input, the tenant matrix, page widths, properties) run a sample in `npm test` and in CI: TEST_SEED picks it,
// and consecutive seeds cover everything. Without a seed (`npm test -- --thorough`, or a file run alone) all of it runs.

const seed = process.env.TEST_SEED === undefined ? undefined : Number(process.env.TEST_SEED);

export const isSampled = seed !== undefined;

/** Whether `npm test` runs, which samples the most expensive walks less than CI. */
export const isQuick = isSampled && process.env.TEST_PASS === 'quick';

/** Whether the item at this position is in the sample of one in `of`. */
export const isInSample = (position: number, of: number): boolean => seed === undefined || (position + seed) % of === 0;

/** Returns one in `of` of the items. */
export const sampled = <T>(items: readonly T[], of: number): T[] =>
  items.filter((_, position) => isInSample(position, of));

/** Number of runs of a property: `all`, or a quarter of that in a sample. */
export const runs = (all: number): number => (isSampled ? Math.ceil(all / 4) : all);
