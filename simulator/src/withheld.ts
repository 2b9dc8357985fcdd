// Production withheld by command: each machine's row without it, and the resulting rows of the plant's meters and hybrid inverters.
import { required } from '@heliograph/contract/required.ts';
import { positiveWh } from './battery.ts';
import type { AppliedSettings } from './commands.ts';
import { has } from './faults.ts';
import type { FleetMachine } from './fleetSite.ts';
import { currentA, powerFactor } from './phases.ts';

type Q = Record<string, number>;

/** State of one machine at its last row: power withheld, and energy missing from its counters. */
type Withholding = {
  atMs: number;
  day: string;
  powerW: number;
  lifeWh: number;
  dayWh: number;
  inputsW: number[];
  inputsWh: number[];
  rows: RowPair;
};
/** State of a device that measures the grid: power without and with the withheld production, and the correction of its counters. */
type Moved = { atMs: number; wouldW: number; isW: number; importWh: number; exportWh: number; rows: RowPair };
/** A row without withheld production (`would`), and as it was sent (`is`). */
type RowPair = { would: Q; is: Q };

/** After this time without a row a machine is asleep or silent and withholds nothing. */
const quietMs = 10 * 60_000;

const r1 = (value: number): number => Math.round(value * 10) / 10 + 0;
const r2 = (value: number): number => Math.round(value * 100) / 100 + 0;

/** One per plant, because a meter on one gateway measures what machines on another withhold. */
export class Withheld {
  private readonly withholdings = new Map<string, Withholding>();
  private readonly moved = new Map<string, Moved>();

  /** Whether nothing was ever withheld; then rows are unchanged. */
  get isNone(): boolean {
    return this.withholdings.size === 0;
  }

  /** Power withheld at an instant, W. */
  powerAt(atMs: number): number {
    return [...this.withholdings.values()]
      .filter((one) => atMs - one.atMs <= quietMs)
      .reduce((sum, { powerW }) => sum + powerW, 0);
  }

  /** Row of a machine that feeds in, after its commands; `day` is the plant's. */
  output({ sn, ratedW }: FleetMachine, q: Q, applied: AppliedSettings | undefined, atMs: number, day: string): Q {
    const before = this.withholdings.get(sn);
    const maxW =
      applied === undefined ? Number.POSITIVE_INFINITY : applied.isOn ? (ratedW * applied.limitPercent) / 100 : 0;
    const powerW = q.powerW ?? 0;
    const share = powerW > maxW ? maxW / powerW : 1;
    if (!before && share === 1) return q;
    const inputs = Array.from({ length: 16 }, (_, i) => q[`input${i + 1}PowerW`]).filter(
      (watts) => watts !== undefined,
    );
    const now: Withholding = {
      atMs,
      day,
      powerW: powerW * (1 - share),
      // After a counter reset nothing is missing.
      lifeWh: before && (q.counterWh ?? 0) >= (before.rows.would.counterWh ?? 0) ? before.lifeWh : 0,
      dayWh: before?.day === day ? before.dayWh : 0,
      inputsW: inputs.map((watts) => watts * (1 - share)),
      inputsWh: inputs.map((_, i) => (before?.day === day ? (before.inputsWh[i] ?? 0) : 0)),
      rows: before?.rows ?? { would: {}, is: {} },
    };
    if (before && atMs > before.atMs && atMs - before.atMs <= quietMs) {
      const hours = (atMs - before.atMs) / 3_600_000;
      const wh = ((before.powerW + now.powerW) / 2) * hours;
      now.lifeWh += wh;
      now.dayWh += wh;
      for (const [i, watts] of now.inputsW.entries())
        now.inputsWh[i] = (now.inputsWh[i] ?? 0) + (((before.inputsW[i] ?? 0) + watts) / 2) * hours;
    }
    now.rows = { would: q, is: monotonic(q, reduceRow(q, share, now), now.rows) };
    this.withholdings.set(sn, now);
    return now.rows.is;
  }

  /** Row of a device that measures the grid, which supplies the withheld power. */
  metered(machine: FleetMachine, q: Q, atMs: number): Q {
    const [power, imported, exported] =
      machine.kind === 'meter'
        ? (['powerW', 'importWh', 'exportWh'] as const)
        : (['gridPowerW', 'gridImportWh', 'gridExportWh'] as const);
    const unlimitedW = q[power];
    // Off grid the generator supplies it.
    if (unlimitedW === undefined) return this.generated(machine, q, atMs);
    const sign = machine.kind === 'meter' && has(machine.faults, 'wrongSign', atMs) ? -1 : 1;
    const now = this.move(machine.sn, atMs, sign * unlimitedW, sign * unlimitedW + this.powerAt(atMs));
    const up = sign === 1 ? now.importWh : now.exportWh;
    const down = sign === 1 ? now.exportWh : now.importWh;
    const moved: Q = {
      ...q,
      [power]: r1(sign * now.isW),
      [imported]: Math.round((q[imported] ?? 0) + up),
      [exported]: Math.round((q[exported] ?? 0) + down),
    };
    const is = machine.kind === 'meter' ? movePhases(moved, sign * (now.isW - now.wouldW)) : moved;
    now.rows = { would: q, is: monotonic(q, is, now.rows) };
    return now.rows.is;
  }

  private generated({ sn }: FleetMachine, q: Q, atMs: number): Q {
    if (q.generatorPowerW === undefined) return q;
    const now = this.move(sn, atMs, q.generatorPowerW, q.generatorPowerW + this.powerAt(atMs));
    return { ...q, generatorPowerW: r1(now.isW), generatorWh: Math.round((q.generatorWh ?? 0) + now.importWh) };
  }

  private move(sn: string, atMs: number, wouldW: number, isW: number): Moved {
    const before = this.moved.get(sn);
    const { importWh = 0, exportWh = 0, rows = { would: {}, is: {} } } = before ?? {};
    const now: Moved = { atMs, wouldW, isW, importWh, exportWh, rows };
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

function reduceRow(q: Q, share: number, withholding: Withholding): Q {
  const now: Q = {};
  for (const [name, value] of Object.entries(q)) {
    const input = /^input(\d+)CounterDayWh$/.exec(name);
    if (name === 'counterWh') now[name] = r1(Math.max(0, value - withholding.lifeWh));
    else if (name === 'counterDayWh') now[name] = r1(Math.max(0, value - withholding.dayWh));
    else if (input) now[name] = r1(Math.max(0, value - (withholding.inputsWh[Number(input[1]) - 1] ?? 0)));
    else if (FOLLOWS.test(name))
      now[name] = name.endsWith('PowerW') || name === 'powerW' ? r1(value * share) : r2(value * share);
    else now[name] = value;
  }
  return now;
}

/** Energy counters decrease only where they would have without withholding. */
function monotonic(would: Q, is: Q, before: RowPair): Q {
  const now = { ...is };
  for (const [name, wh] of Object.entries(is)) {
    const sentWh = before.is[name];
    if (!name.endsWith('Wh') || sentWh === undefined || (would[name] ?? 0) < (before.would[name] ?? 0)) continue;
    now[name] = Math.max(wh, sentWh);
  }
  return now;
}

/** Moves each phase by a third; their powers sum exactly to the total that is sent. */
function movePhases(q: Q, byW: number): Q {
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
