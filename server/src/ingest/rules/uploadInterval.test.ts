// The upload interval that is learnt from a device's reports.
import { staleAfterS } from '@heliograph/contract/freshness.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { polledIntervalAfter, uploadIntervalAfter } from './uploadInterval.ts';

/** Returns the interval learnt from reports at these seconds, one after the other, as they come over the wire. */
const learnt = (beforeS: number, atS: readonly number[]) => {
  let everyS = beforeS;
  for (const [index, second] of atS.entries()) {
    const last = atS[index - 1];
    everyS = uploadIntervalAfter(everyS, last === undefined ? null : last * 1000, [second * 1000]);
  }
  return everyS;
};
const every = (stepS: number, count: number) => Array.from({ length: count }, (_, n) => n * stepS);

describe('the upload interval of a device', () => {
  it.each([
    [60, 10],
    [300, 3],
    [600, 4],
    [900, 5],
    [3600, 9],
  ])('is learnt for one report in %i s after %i reports', (stepS, count) =>
    expect(Math.abs(learnt(300, every(stepS, count)) / stepS - 1)).toBeLessThan(0.02),
  );

  it('is not changed by a night, an outage, or a report sent twice', () => {
    expect(learnt(300, [0, 300, 600, 600, 40_000, 40_300])).toBe(300);
  });
  it('hardly changes after one upload that is lost or follows another immediately', () => {
    expect(learnt(300, [0, 300, 900, 1200, 1500, 1800, 2100])).toBeLessThan(330);
    expect(learnt(300, [0, 300, 305, 600, 900, 1200, 1500])).toBeGreaterThan(250);
  });
  it('never makes a device with a ten-minute interval offline between two reports, from its first on', () => {
    let everyS = 300;
    for (let n = 0; n < 20; n++) {
      expect(staleAfterS(everyS)).toBeGreaterThan(600);
      everyS = uploadIntervalAfter(everyS, n === 0 ? null : (n - 1) * 600_000, [n * 600_000]);
    }
  });
  it('stays within the range that a device may announce, whatever it sends', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 30 }), (gaps) => {
        let ms = 0;
        const at = gaps.map((gap) => {
          ms += gap * 1000;
          return ms;
        });
        const everyS = uploadIntervalAfter(300, null, at);
        expect(everyS).toBeGreaterThanOrEqual(1);
        expect(everyS).toBeLessThanOrEqual(3600);
      }),
    );
  });
});

/** Returns the seconds of the answered polls of twelve hours, `everyS` apart; deterministic. */
function answers(everyS: number, lostShare: number): number[] {
  let state = 12_345;
  return every(everyS, (12 * 3600) / everyS).filter(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 >= lostShare;
  });
}

/** Returns how often the device counts as silent between two answers, and after how many seconds it would after the last. */
function silencesOf(atS: readonly number[], learn = polledIntervalAfter) {
  let everyS = 60;
  let silences = 0;
  for (const [index, second] of atS.entries()) {
    const last = atS[index - 1];
    if (last !== undefined && second - last > staleAfterS(everyS)) silences++;
    everyS = learn(everyS, last === undefined ? null : last * 1000, [second * 1000]);
  }
  return { silences, afterS: staleAfterS(everyS) };
}

describe('a device that a gateway polls by radio', () => {
  it.each([
    [0, 0, 180],
    [0.3, 0, 180],
    [0.5, 0, 180],
    [0.8, 0, 240],
    [0.9, 3, 480],
  ])(
    'with %d of the answers lost, polled every 5 s, is silent at most %i times in twelve hours, and %i s after the last answer',
    (lost, maxSilences, maxAfterS) => {
      const { silences, afterS } = silencesOf(answers(5, lost));
      expect(silences).toBeLessThanOrEqual(maxSilences);
      expect(afterS).toBeLessThanOrEqual(maxAfterS);
      expect(afterS).toBeGreaterThanOrEqual(180);
    },
  );
  it('would be silent dozens of times by the interval alone', () => {
    expect(silencesOf(answers(5, 0.8), uploadIntervalAfter).silences).toBeGreaterThan(50);
  });
  it('polled every 20 to 500 s because others do not answer, is silent only while that is learnt', () => {
    let state = 99;
    const atS = [0];
    while (atS.length < 400) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      atS.push(atS.at(-1)! + 20 + Math.floor((state / 2 ** 32) * 480));
    }
    expect(silencesOf(atS).silences).toBeLessThan(6);
    expect(silencesOf(atS.slice(0, 100)).silences).toBe(silencesOf(atS).silences);
  });
  it('polled every 100 s as one of twenty, is never silent', () => {
    const { silences, afterS } = silencesOf(every(100, 300));
    expect(silences).toBe(0);
    expect(afterS).toBeGreaterThan(270);
    expect(afterS).toBeLessThan(330);
  });
});
