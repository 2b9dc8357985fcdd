// What a device's reports tell of how often it uploads.
import { staleAfterS } from '@heliograph/contract/freshness.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uploadIntervalAfter } from './uploadInterval.ts';

/** Reports at these seconds, one after the other, as they come over the wire. */
const learnt = (beforeS: number, atS: readonly number[]) => {
  let everyS = beforeS;
  for (const [index, second] of atS.entries()) {
    const last = atS[index - 1];
    everyS = uploadIntervalAfter(everyS, last === undefined ? null : last * 1000, [second * 1000]);
  }
  return everyS;
};
const every = (stepS: number, count: number) => Array.from({ length: count }, (_, n) => n * stepS);

describe('the interval of a device', () => {
  it.each([
    [60, 10],
    [300, 3],
    [600, 4],
    [900, 5],
    [3600, 9],
  ])('of one report in %i s is known after %i reports', (stepS, count) =>
    expect(Math.abs(learnt(300, every(stepS, count)) / stepS - 1)).toBeLessThan(0.02),
  );

  it('is not moved by a night, an outage, or a report sent twice', () => {
    expect(learnt(300, [0, 300, 600, 600, 40_000, 40_300])).toBe(300);
  });
  it('is hardly moved by one upload that is lost or comes at once after another', () => {
    expect(learnt(300, [0, 300, 900, 1200, 1500, 1800, 2100])).toBeLessThan(330);
    expect(learnt(300, [0, 300, 305, 600, 900, 1200, 1500])).toBeGreaterThan(250);
  });
  it('a device of ten minutes is never held for offline between two reports, from its first on', () => {
    let everyS = 300;
    for (let n = 0; n < 20; n++) {
      expect(staleAfterS(everyS)).toBeGreaterThan(600);
      everyS = uploadIntervalAfter(everyS, n === 0 ? null : (n - 1) * 600_000, [n * 600_000]);
    }
  });
  it('stays within what a device may announce, whatever it sends', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 30 }), (gaps) => {
        let ms = 0;
        const at = gaps.map((gap) => {
          ms += gap * 1000;
          return ms;
        });
        const once = uploadIntervalAfter(300, null, at);
        expect(once).toBeGreaterThanOrEqual(1);
        expect(once).toBeLessThanOrEqual(3600);
      }),
    );
  });
});
