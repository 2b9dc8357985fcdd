// How much of a test runs: all of it in CI and where it is named alone, a part in a plain `npm test` and on CI's second PostgreSQL (scripts/test.mjs).

export const isThorough = !['off', 'given'].includes(process.env.TEST_THOROUGH ?? '');

/** How often a property is tried. */
export const runs = (all: number): number => (isThorough ? all : Math.ceil(all / 4));
