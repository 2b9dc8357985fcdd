// What a plant does not make as its machines were told to: each machine's row without it, and what the plant's meter and its hybrid inverters then measure.
import { required } from '@heliograph/contract/required.ts';
import { positiveWh } from './battery.ts';
import type { AppliedSettings } from './commands.ts';
import { has } from './faults.ts';
import type { FleetMachine } from './fleetSite.ts';
import { currentA, powerFactor } from './phases.ts';

type Q = Record<string, number>;

/** Of one machine at its last row: watts not made, and what its counters lack for it. */
type Lacking = {
  atMs: number;
  day: string;
  powerW: number;
  lifeWh: number;
  dayWh: number;
  inputsW: number[];
  inputsWh: number[];
  said: Said;
};
/** Of what measures the grid: its power as it would be and as it is, and what its counters have beside that. */
type Moved = { atMs: number; wouldW: number; isW: number; importWh: number; exportWh: number; said: Said };
/** A row as it would be, and as it was sent. */
type Said = { would: Q; is: Q };

/** A machine that said nothing for so long sleeps or is silent: it withholds nothing now, and did not meanwhile. */
const quietMs = 10 * 60_000;

const r1 = (value: number): number => Math.round(value * 10) / 10 + 0;
const r2 = (value: number): number => Math.round(value * 100) / 100 + 0;

/** One for a plant: what one gateway's machines do not make, the meter on another measures. */
export class Withheld {
  private readonly lacking = new Map<string, Lacking>();
  private readonly moved = new Map<string, Moved>();

  /** Whether anything was ever withheld; until then rows are as they are. */
  get isNone(): boolean {
    return this.lacking.size === 0;
  }

  /** What is not made at an instant, W. */
  powerAt(atMs: number): number {
    return [...this.lacking.values()]
      .filter((one) => atMs - one.atMs <= quietMs)
      .reduce((sum, { powerW }) => sum + powerW, 0);
  }

  /** The row of a machine that feeds in, as it was told; `day` is the plant's. */
  output({ sn, ratedW }: FleetMachine, q: Q, told: AppliedSettings | undefined, atMs: number, day: string): Q {
    const before = this.lacking.get(sn);
    const mostW = told === undefined ? Number.POSITIVE_INFINITY : told.isOn ? (ratedW * told.limitPercent) / 100 : 0;
    const powerW = q.powerW ?? 0;
    const share = powerW > mostW ? mostW / powerW : 1;
    if (!before && share === 1) return q;
    const inputs = Array.from({ length: 16 }, (_, i) => q[`input${i + 1}PowerW`]).filter(
      (watts) => watts !== undefined,
    );
    const now: Lacking = {
      atMs,
      day,
      powerW: powerW * (1 - share),
      // Counters that started over lack nothing yet.
      lifeWh: before && (q.counterWh ?? 0) >= (before.said.would.counterWh ?? 0) ? before.lifeWh : 0,
      dayWh: before?.day === day ? before.dayWh : 0,
      inputsW: inputs.map((watts) => watts * (1 - share)),
      inputsWh: inputs.map((_, i) => (before?.day === day ? (before.inputsWh[i] ?? 0) : 0)),
      said: before?.said ?? { would: {}, is: {} },
    };
    if (before && atMs > before.atMs && atMs - before.atMs <= quietMs) {
      const hours = (atMs - before.atMs) / 3_600_000;
      const wh = ((before.powerW + now.powerW) / 2) * hours;
      now.lifeWh += wh;
      now.dayWh += wh;
      for (const [i, watts] of now.inputsW.entries())
        now.inputsWh[i] = (now.inputsWh[i] ?? 0) + (((before.inputsW[i] ?? 0) + watts) / 2) * hours;
    }
    now.said = { would: q, is: neverBack(q, less(q, share, now), now.said) };
    this.lacking.set(sn, now);
    return now.said.is;
  }

  /** The row of what measures the grid, when the rest of the plant draws what is not made. */
  metered(machine: FleetMachine, q: Q, atMs: number): Q {
    const [power, imported, exported] =
      machine.kind === 'meter'
        ? (['powerW', 'importWh', 'exportWh'] as const)
        : (['gridPowerW', 'gridImportWh', 'gridExportWh'] as const);
    const said = q[power];
    // Without a grid it is the generator that gives it.
    if (said === undefined) return this.generated(machine, q, atMs);
    const sign = machine.kind === 'meter' && has(machine.faults, 'wrongSign', atMs) ? -1 : 1;
    const now = this.move(machine.sn, atMs, sign * said, sign * said + this.powerAt(atMs));
    const up = sign === 1 ? now.importWh : now.exportWh;
    const down = sign === 1 ? now.exportWh : now.importWh;
    const moved: Q = {
      ...q,
      [power]: r1(sign * now.isW),
      [imported]: Math.round((q[imported] ?? 0) + up),
      [exported]: Math.round((q[exported] ?? 0) + down),
    };
    const is = machine.kind === 'meter' ? phasesMoved(moved, sign * (now.isW - now.wouldW)) : moved;
    now.said = { would: q, is: neverBack(q, is, now.said) };
    return now.said.is;
  }

  private generated({ sn }: FleetMachine, q: Q, atMs: number): Q {
    if (q.generatorPowerW === undefined) return q;
    const now = this.move(sn, atMs, q.generatorPowerW, q.generatorPowerW + this.powerAt(atMs));
    return { ...q, generatorPowerW: r1(now.isW), generatorWh: Math.round((q.generatorWh ?? 0) + now.importWh) };
  }

  private move(sn: string, atMs: number, wouldW: number, isW: number): Moved {
    const before = this.moved.get(sn);
    const { importWh = 0, exportWh = 0, said = { would: {}, is: {} } } = before ?? {};
    const now: Moved = { atMs, wouldW, isW, importWh, exportWh, said };
    if (before && atMs > before.atMs) {
      const hours = (atMs - before.atMs) / 3_600_000;
      now.importWh += positiveWh(before.isW, isW, hours) - positiveWh(before.wouldW, wouldW, hours);
      now.exportWh += positiveWh(-before.isW, -isW, hours) - positiveWh(-before.wouldW, -wouldW, hours);
    }
    this.moved.set(sn, now);
    return now;
  }
}

const FOLLOWS = /^(powerW|gridCurrentA|(input|string)\d+(PowerW|CurrentA)|l[123](PowerW|CurrentA))$/;

function less(q: Q, share: number, lacking: Lacking): Q {
  const now: Q = {};
  for (const [name, value] of Object.entries(q)) {
    const input = /^input(\d+)CounterDayWh$/.exec(name);
    if (name === 'counterWh') now[name] = r1(Math.max(0, value - lacking.lifeWh));
    else if (name === 'counterDayWh') now[name] = r1(Math.max(0, value - lacking.dayWh));
    else if (input) now[name] = r1(Math.max(0, value - (lacking.inputsWh[Number(input[1]) - 1] ?? 0)));
    else if (FOLLOWS.test(name))
      now[name] = name.endsWith('PowerW') || name === 'powerW' ? r1(value * share) : r2(value * share);
    else now[name] = value;
  }
  return now;
}

/** Counters of energy go back only where they would have without it. */
function neverBack(would: Q, is: Q, before: Said): Q {
  const now = { ...is };
  for (const [name, wh] of Object.entries(is)) {
    const saidWh = before.is[name];
    if (!name.endsWith('Wh') || saidWh === undefined || (would[name] ?? 0) < (before.would[name] ?? 0)) continue;
    now[name] = Math.max(wh, saidWh);
  }
  return now;
}

/** A third on each phase; their powers sum to the whole as it is sent. */
function phasesMoved(q: Q, byW: number): Q {
  const vars = q.reactivePowerVar ?? 0;
  const powerW = required(q.powerW, 'the power of the meter');
  const now: Q = { ...q, powerFactor: Math.round(powerFactor(powerW, vars) * 1000) / 1000 };
  if (q.l1PowerW === undefined) {
    if (q.gridVoltageV) now.gridCurrentA = r2(Math.abs(currentA(powerW, vars, q.gridVoltageV)));
    return now;
  }
  const l1W = r1(q.l1PowerW + byW / 3);
  const l2W = r1(required(q.l2PowerW, 'the power of L2') + byW / 3);
  const phases = [
    ['l1', 'l12VoltageV', l1W],
    ['l2', 'l23VoltageV', l2W],
    ['l3', 'l31VoltageV', r1(powerW - l1W - l2W)],
  ] as const;
  for (const [name, line, watts] of phases) {
    const volts = q[`${name}VoltageV`] ?? (q[line] ?? 400) / Math.sqrt(3);
    now[`${name}PowerW`] = watts;
    now[`${name}CurrentA`] = r2(currentA(watts, q[`${name}ReactivePowerVar`] ?? 0, volts));
    now[`${name}PowerFactor`] = Math.round(powerFactor(watts, q[`${name}ReactivePowerVar`] ?? 0) * 1000) / 1000;
  }
  return now;
}
