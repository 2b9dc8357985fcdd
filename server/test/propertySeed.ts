// Makes property tests repeatable: TEST_SEED, which a run prints, is also the seed of fast-check.
import fc from 'fast-check';

if (process.env.TEST_SEED !== undefined) fc.configureGlobal({ seed: Number(process.env.TEST_SEED) });
