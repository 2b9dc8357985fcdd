// Next action of a roll-out: whatever happens to its devices, no wave begins after a bad one, and each roll-out ends.
import { COMMAND_ENDINGS, COMMAND_STEPS } from '@heliograph/contract/commands.ts';
import { FIRMWARE_FITS } from '@heliograph/contract/firmware.ts';
import {
  DEFAULT_PLAN,
  planProblems,
  ROLLOUT_STEPS,
  type RolloutPlan,
  waveSizes,
} from '@heliograph/contract/rollouts.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextAction, skipOf, stepOf, type WaveProgress } from './rollout.ts';

const owners = { asking: 0, declined: 0, waitingLater: 0, askingLater: 0 };
const none: WaveProgress = { ...owners, waiting: 0, open: 0, late: 0, updated: 0, failed: 0, silent: 0, skipped: 0 };
const at = new Date('2026-06-15T12:00:00Z');
const next = (now: Partial<WaveProgress>, more: Partial<RolloutPlan> = {}, when = {}) =>
  nextAction({ ...DEFAULT_PLAN, ...more }, { ...none, ...now }, { isLast: false, watchFrom: null, at, ...when });

const counts = fc.record(
  Object.fromEntries(Object.keys(none).map((name) => [name, fc.nat({ max: 300 })])) as Record<
    keyof WaveProgress,
    fc.Arbitrary<number>
  >,
);
const rule = fc.record({
  mostFailed: fc.nat({ max: 300 }),
  mostFailedPercent: fc.nat({ max: 100 }),
  mostSilentPercent: fc.nat({ max: 100 }),
  watchMin: fc.nat({ max: 100 }),
});
const when = fc.record({
  isLast: fc.boolean(),
  watchFrom: fc.option(fc.integer({ min: 0, max: 200 }).map((min) => new Date(at.getTime() - min * 60_000))),
});

describe('nextAction', () => {
  test.each<[string, Partial<WaveProgress>, object, ReturnType<typeof nextAction>]>([
    ['devices are waiting', { waiting: 1, open: 4 }, {}, { do: 'update' }],
    ['the last device is being updated', { open: 1, updated: 4 }, {}, { do: 'wait' }],
    ['all devices are updated', { updated: 5 }, {}, { do: 'watch' }],
    ['the watch period is not over', { updated: 5 }, { watchFrom: new Date(at.getTime() - 3_599_000) }, { do: 'wait' }],
    ['the watch period is over', { updated: 5 }, { watchFrom: new Date(at.getTime() - 3_600_000) }, { do: 'next' }],
    ['the last wave is over', { updated: 5 }, { isLast: true }, { do: 'finish' }],
    ['all were skipped', { skipped: 5 }, {}, { do: 'next' }],
    ['one of five fails', { open: 4, failed: 1 }, {}, { do: 'stop', reason: 'tooManyFailed' }],
    ['one of many fails', { open: 40, failed: 1 }, {}, { do: 'wait' }],
    ['eleven of very many fail', { waiting: 1000, failed: 11 }, {}, { do: 'stop', reason: 'tooManyFailed' }],
    ['one of five is silent', { updated: 4, silent: 1 }, {}, { do: 'watch' }],
    ['two of five time out', { updated: 3, late: 2 }, {}, { do: 'stop', reason: 'tooManySilent' }],
    ['an owner has not answered', { asking: 1, updated: 4 }, {}, { do: 'wait' }],
    [
      'an owner has not answered and other devices of the wave are waiting',
      { asking: 1, waiting: 4 },
      {},
      { do: 'update' },
    ],
    [
      'an owner has not answered and a later device is ready',
      { asking: 1, waiting: 4, waitingLater: 1 },
      {},
      { do: 'fill' },
    ],
    [
      'an owner has declined and a later device is ready',
      { declined: 1, updated: 4, waitingLater: 1 },
      {},
      { do: 'fill' },
    ],
    ['all owners have declined and later owners may consent', { declined: 5, askingLater: 1 }, {}, { do: 'wait' }],
    ['all owners have declined and none is left who may consent', { declined: 5, skipped: 1 }, {}, { do: 'next' }],
    ['some owners have declined in the last wave', { declined: 1, updated: 4 }, { isLast: true }, { do: 'finish' }],
    ['a complete wave has later owners who have not answered', { updated: 5, askingLater: 9 }, {}, { do: 'watch' }],
    [
      'most owners have not answered, which does not count as silent devices',
      { asking: 9, updated: 1 },
      {},
      { do: 'wait' },
    ],
    [
      'a device fails while most owners have not answered, who do not lower the failure percentage',
      { asking: 95, failed: 1, updated: 4 },
      {},
      { do: 'stop', reason: 'tooManyFailed' },
    ],
    [
      'a device fails after most were skipped, which do not lower the failure percentage',
      { skipped: 95, failed: 1, updated: 4 },
      {},
      { do: 'stop', reason: 'tooManyFailed' },
    ],
  ])('decides when %s', (_, now, more, action) => expect(next(now, {}, more)).toEqual(action));

  test('no wave begins or finishes after more failures or silent devices than the plan allows', () => {
    fc.assert(
      fc.property(rule, counts, when, (plan, now, more) => {
        const action = nextAction(plan, now, { ...more, at });
        const silent = now.silent + now.late;
        const counted = now.waiting + now.open + now.updated + now.failed + silent;
        const isBad =
          now.failed > plan.mostFailed ||
          now.failed * 100 > counted * plan.mostFailedPercent ||
          silent * 100 > counted * plan.mostSilentPercent;
        expect(action.do === 'stop').toBe(isBad);
        if (action.do === 'next' || action.do === 'finish' || action.do === 'watch') {
          expect(now.waiting + now.open + now.asking).toBe(0);
          if (now.declined > 0) expect(now.waitingLater + now.askingLater).toBe(0);
        }
        if (action.do === 'fill') expect(now.waitingLater).toBeGreaterThan(0);
        if (action.do === 'finish') expect(more.isLast).toBe(true);
        if (action.do === 'next') expect(more.isLast).toBe(false);
        if (action.do === 'update') expect(now.waiting).toBeGreaterThan(0);
      }),
    );
  });

  test('one more failure never makes a stopping roll-out continue', () => {
    fc.assert(
      fc.property(rule, counts, when, (plan, now, more) => {
        const worse = { ...now, updated: Math.max(0, now.updated - 1), failed: now.failed + 1 };
        const [before, after] = [now, worse].map((one) => nextAction(plan, one, { ...more, at }));
        if (before!.do === 'stop' && now.updated > 0) expect(after!.do).toBe('stop');
      }),
    );
  });

  test('a roll-out played to its end updates every device once, in the order of its waves, or stops by its plan', () => {
    const outcome = fc.constantFrom('updated', 'failed', 'silent', 'skipped');
    fc.assert(
      fc.property(rule, fc.array(outcome, { minLength: 1, maxLength: 120 }), (plan, outcomes) => {
        const sizes = waveSizes(DEFAULT_PLAN, outcomes.length);
        let [wave, updates, steps] = [0, 0, 0];
        let [now, watchFrom, clock] = [{ ...none, waiting: sizes[0]! }, null as Date | null, at.getTime()];
        for (;;) {
          expect(++steps).toBeLessThan(10 * outcomes.length + 1100);
          const action = nextAction(plan, now, { isLast: wave === sizes.length - 1, watchFrom, at: new Date(clock) });
          if (action.do === 'stop') return;
          if (action.do === 'finish') break;
          if (action.do === 'update')
            now = { ...now, waiting: now.waiting - 1, [outcomes[updates]!]: now[outcomes[updates++]!] + 1 };
          if (action.do === 'watch') watchFrom = new Date(clock);
          if (action.do === 'wait') clock += 60_000;
          if (action.do === 'next') [now, watchFrom] = [{ ...none, waiting: sizes[++wave]! }, null];
        }
        expect([wave, updates]).toEqual([sizes.length - 1, outcomes.length]);
      }),
    );
  });
});

describe('plans and waves', () => {
  const wave = fc.record({
    unit: fc.constantFrom('devices' as const, 'percent' as const),
    upTo: fc.integer({ min: -1, max: 110 }),
  });
  test('a valid plan puts every device into one wave and has no empty wave', () => {
    fc.assert(
      fc.property(fc.array(wave, { maxLength: 11 }), fc.integer({ min: 1, max: 2000 }), (waves, devices) => {
        if (planProblems({ ...DEFAULT_PLAN, waves }).length > 0) return;
        const sizes = waveSizes({ waves }, devices);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(devices);
        expect(Math.min(...sizes)).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });
  test.each<[object, object[]]>([
    [{}, []],
    [{ waves: [] }, [{ problem: 'noWaves', at: 'waves' }]],
    [{ waves: [{ unit: 'percent', upTo: 50 }] }, [{ problem: 'lastNotAll', at: 0 }]],
    [{ waves: [{ unit: 'devices', upTo: 5 }] }, [{ problem: 'lastNotAll', at: 0 }]],
    [
      {
        waves: [
          { unit: 'percent', upTo: 50 },
          { unit: 'percent', upTo: 50 },
        ],
      },
      [{ problem: 'notRising', at: 1 }],
    ],
    [
      {
        waves: [
          { unit: 'percent', upTo: 100 },
          { unit: 'devices', upTo: 5 },
        ],
      },
      [{ problem: 'percentFirst', at: 1 }],
    ],
    [{ waves: [{ unit: 'percent', upTo: 101 }] }, [{ problem: 'outOfRange', at: 0 }]],
    [
      { mostFailed: -1, withinH: 26 },
      [
        { problem: 'outOfRange', at: 'mostFailed' },
        { problem: 'outOfRange', at: 'withinH' },
      ],
    ],
  ])('finds the problems of a plan with %j', (more, problems) =>
    expect(planProblems({ ...DEFAULT_PLAN, ...more })).toEqual(problems),
  );
  test('the default plan splits few and many devices into waves', () => {
    expect(waveSizes(DEFAULT_PLAN, 3)).toEqual([3]);
    expect(waveSizes(DEFAULT_PLAN, 20)).toEqual([5, 5, 10]);
    expect(waveSizes(DEFAULT_PLAN, 1000)).toEqual([5, 95, 400, 500]);
  });
});

test('a device gets only newer versions, and by a roll-back only older ones', () => {
  const acceptedFits = (isRollback: boolean) => FIRMWARE_FITS.filter((fit) => skipOf(fit, isRollback) === undefined);
  expect([acceptedFits(false), acceptedFits(true)]).toEqual([['newer'], ['older']]);
});

test('every command maps to a step of its device, and an update stopped by its owner is not a failure', () => {
  for (const state of COMMAND_STEPS)
    for (const step of ['write', 'read'] as const)
      for (const reason of ['', 'signature', ...COMMAND_ENDINGS])
        expect(ROLLOUT_STEPS).toContain(stepOf({ state, step, reason }).step);
  expect(stepOf({ state: 'failed', step: 'write', reason: 'controlOff' })).toEqual({
    step: 'skipped',
    reason: 'controlIsOff',
  });
  // Nor is an update that the owner halted and that ended later; the device has not verified it meanwhile.
  const halted = { step: 'read', reason: 'controlOff' } as const;
  expect(stepOf({ state: 'expired', ...halted })).toEqual({ step: 'skipped', reason: 'controlIsOff' });
  expect(stepOf({ state: 'accepted', ...halted }).step).toBe('downloading');
  expect(stepOf({ state: 'expired', step: 'write', reason: 'gatewayAway' }).step).toBe('silent');
  expect(stepOf({ state: 'expired', step: 'read', reason: 'notReadBack' }).step).toBe('failed');
});
