import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const ITEMS = Array.from({ length: 10 }, (_, position) => position);

/** Items that a run with this seed selects from a list, and from a walk that starts at the fifth item. */
function taken(seed: string | undefined): { ofList: number[]; ofWalk: number[] } {
  const { TEST_SEED: _, ...env } = process.env;
  const script = `
    import { isInSample, sampled } from ${JSON.stringify(new URL('./sampling.ts', import.meta.url).href)};
    const items = ${JSON.stringify(ITEMS)};
    console.log(JSON.stringify({ ofList: sampled(items, 3), ofWalk: items.filter((item) => isInSample(4 + item, 3)) }));`;
  const answer = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: seed === undefined ? env : { ...env, TEST_SEED: seed },
    encoding: 'utf8',
  });
  return JSON.parse(answer);
}

it('selects each item once over as many consecutive seeds as the sampling rate, and all without a seed', () => {
  const runs = ['20785', '20786', '20787'].map(taken);
  for (const part of ['ofList', 'ofWalk'] as const) {
    expect(runs.flatMap((run) => run[part]).sort((a, b) => a - b)).toEqual(ITEMS);
    for (const run of runs) expect(run[part].length).toBeLessThanOrEqual(4);
  }
  expect(taken(undefined)).toEqual({ ofList: ITEMS, ofWalk: ITEMS });
});
