// Shade of an obstacle: only the sun in the same hours and no higher than it was shows whether the obstacle is gone.
import { expect, test } from 'vitest';
import { addDays } from '../../../platform/calendar/rules/localDays.ts';
import { findingsOf, type OpenFinding, type PlantDay } from './findings.ts';
import type { HalfHour } from './moduleDay.ts';
import { contradictsShade, shadedHalves } from './shade.ts';

const PLACE = { latitude: 40, longitude: 0 };
/** Noon hours with a share of a neighbour's 180 Wh. */
const noon = (share: number, wh = 180): HalfHour[] =>
  [20, 21, 22, 23, 24, 25, 26, 27].map((half) => [half, Math.round(wh * (half >= 22 && half < 26 ? share : 1)), wh]);
const april = [10, 11, 12].map((date) => ({ day: `2026-04-${date}`, halves: noon(0.3) }));
const shaded = shadedHalves([], april, PLACE);

test('keeps the half hours with shade, the height of the sun in them and the light beside it', () => {
  expect(shaded.map(([half]) => half)).toEqual([22, 23, 24, 25]);
  for (const [, lowest, highest, brightWh] of shaded) {
    expect(lowest).toBeGreaterThan(50);
    expect(highest).toBeGreaterThan(lowest);
    expect(brightWh).toBe(180);
  }
  expect(shadedHalves(shaded, [{ day: '2026-12-10', halves: noon(0.3) }], PLACE).at(1)![1]).toBeLessThan(28);
});

test.each([
  ['the same sun without shade', '2026-04-12', noon(1), true],
  ['the same sun in autumn', '2026-09-01', noon(1), true],
  ['clouds', '2026-04-12', noon(1, 100), false],
  ['shade that is still there', '2026-04-12', noon(0.3), false],
  ['the higher sun of June', '2026-06-20', noon(1), false],
  ['the much lower sun of winter', '2026-12-10', noon(1), false],
  ['unknown hours', '2026-04-12', [], false],
])('the day with %s ends the shade or leaves it', (_what, day, halves, ends) => {
  expect(contradictsShade(shaded, { day, halves }, PLACE)).toBe(ends);
});

test('half hours that lacked light under clouds only do not end the shade on another cloudy day', () => {
  const clouded = shadedHalves(
    shaded,
    [{ day: '2026-04-13', halves: [30, 31, 32].map((half) => [half, 10, 25]) }],
    PLACE,
  );
  expect(clouded.map(([half]) => half)).toEqual([22, 23, 24, 25, 30, 31, 32]);
  const cloudy = [...noon(1, 40), ...[30, 31, 32].map((half): HalfHour => [half, 25, 25])];
  expect(contradictsShade(clouded, { day: '2026-04-12', halves: cloudy }, PLACE)).toBe(false);
});

test('shade stays one finding through June, and ends in autumn if it is gone', () => {
  const dayOf = (day: string, share: number): PlantDay => ({
    day,
    isCold: false,
    modules: [
      {
        sn: 'A',
        input: 1,
        state: share < 0.8 ? 'weak' : 'sound',
        share,
        lostWh: 1440 * (1 - share),
        madeWh: 1440 * share,
        gives: true,
        halves: noon(share < 0.8 ? 0.3 : 1),
      },
    ],
  });
  const run = (from: string, shares: readonly number[], open: readonly OpenFinding[] = []) =>
    findingsOf(
      shares.map((share, n) => dayOf(addDays(from, n), share)),
      { place: PLACE, open },
    ).map((finding) => ({ ...finding, input: 1 }));
  const [found] = run('2026-04-10', [1, 0.65, 0.65, 0.65]);
  expect(found).toMatchObject({ since: '2026-04-11', until: null, cause: 'shade' });
  const june = run(
    '2026-06-10',
    Array.from({ length: 20 }, () => 1),
    [found!],
  );
  expect(june).toMatchObject([{ since: '2026-04-11', until: null, cause: 'shade', share: found!.share }]);
  expect(run('2026-08-31', [0.65, 0.65], [found!])).toMatchObject([{ since: '2026-04-11', until: null }]);
  expect(run('2026-08-31', [1, 1, 1], [found!])).toMatchObject([{ since: '2026-04-11', until: '2026-08-31' }]);
});
