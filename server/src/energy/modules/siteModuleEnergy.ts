// Energy of all modules of a plant today, this month and over their lifetime, from stored sums: the figures of each module's own page (moduleEnergy.ts) without a read of samples.
import { INPUTS, type Input } from '@heliograph/contract/inputs.ts';
import { type Day, firstDayOfMonth, localDay, monthOf } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { modulesToday, type SharingDevice } from './moduleEnergy.ts';

/** Energy of a module, Wh; null: unknown. */
export interface ModuleEnergy {
  todayWh: number | null;
  /** Null also while a finished day is not divided among the modules yet. */
  monthWh: number | null;
  lifetimeWh: number | null;
  /** Energy of its device on days that nothing divides, which the lifetimes of its modules lack; null: unknown. */
  undividedWh: number | null;
}

/** Sums of a device. */
interface DeviceSums {
  sn: string;
  /** The day of `todayWh`; null: it has never reported. */
  day: Day | null;
  todayWh: number;
  totalWh: number;
  /** Of the finished days whose shares are computed. */
  sharedWh: number | null;
}

/** Sums of finished days. */
interface InputSums {
  sn: string;
  /** Number of the input. */
  input: number;
  totalWh: number | null;
  monthWh: number | null;
}

interface MonthDays {
  sn: string;
  energyWh: number;
  /** A finished day is not divided yet. */
  isOpen: boolean;
}

/**
 * Returns the energy of a module by its device's serial number and its input. The caller has checked access to the plant;
 * `devices` are some of its devices.
 */
export async function siteModuleEnergy(
  sql: Transaction,
  plant: { sid: string; timezone: string },
  devices: readonly SharingDevice[],
  at: Date,
): Promise<(sn: string, input: Input) => ModuleEnergy> {
  const { sid } = plant;
  const today = localDay(at.getTime(), plant.timezone);
  const month = firstDayOfMonth(monthOf(today));
  const sns = textArray(devices.map(({ sn }) => sn));
  const [todayByInput, deviceSums, inputSums, monthDays] = await Promise.all([
    modulesToday(sql, plant, devices, today),
    sql<DeviceSums[]>`
      select l.sn, l.day, l.today_wh, l.total_wh, (select sum(m.device_wh) from module_months m where m.sid = l.sid and m.sn = l.sn) as shared_wh
      from device_live l where l.sid = ${sid}`,
    sql<InputSums[]>`
      select m.sn, u.input::int as input, sum(u.wh) as total_wh, sum(u.wh) filter (where m.month = ${month}) as month_wh
      from module_months m, unnest(m.energy_wh) with ordinality u (wh, input) where m.sid = ${sid} group by m.sn, u.input`,
    sql<MonthDays[]>`
      select d.sn, sum(d.energy_wh) as energy_wh, bool_or(d.input_shares is null and d.day < ${today}) as is_open
      from device_days d
      where d.sid = ${sid} and d.sn in (select unnest(${sns}::text::text[])) and d.day between ${month} and ${today}
      group by d.sn`,
  ]);
  const sumsBySn = new Map(deviceSums.map((sums) => [sums.sn, sums]));
  const monthBySn = new Map(monthDays.map((days) => [days.sn, days]));
  const finished = new Map(inputSums.map((sums) => [`${sums.sn} ${sums.input}`, sums]));
  const inputsBySn = new Map(devices.map(({ sn, inputs }) => [sn, inputs]));
  return (sn, input) => {
    const sums = sumsBySn.get(sn);
    const days = monthBySn.get(sn);
    const todayWh = todayByInput.get(sn)?.get(input) ?? null;
    if (!sums) return { todayWh, monthWh: null, lifetimeWh: null, undividedWh: null };
    // A single input has all the energy of its device.
    if (inputsBySn.get(sn) === 1) {
      const hasTotal = input === 1 && (sums.day !== null || sums.totalWh > 0);
      const ofDevice = (wh: number | undefined) => (input === 1 ? (wh ?? null) : null);
      return {
        todayWh,
        monthWh: ofDevice(days?.energyWh),
        lifetimeWh: hasTotal ? sums.totalWh : null,
        undividedWh: 0,
      };
    }
    const own = finished.get(`${sn} ${input}`);
    const deviceTodayWh = sums.day === today ? sums.todayWh : 0;
    const isComplete = isSame((sums.sharedWh ?? 0) + deviceTodayWh, sums.totalWh);
    let dividedWh = 0;
    for (const one of INPUTS)
      dividedWh += (finished.get(`${sn} ${one}`)?.totalWh ?? 0) + (todayByInput.get(sn)?.get(one) ?? 0);
    return {
      todayWh,
      monthWh: days?.isOpen ? null : plus(own?.monthWh ?? null, todayWh),
      lifetimeWh: isComplete ? plus(own?.totalWh ?? null, todayWh) : null,
      undividedWh: !isComplete ? null : isSame(dividedWh, sums.totalWh) ? 0 : Math.max(0, sums.totalWh - dividedWh),
    };
  };
}

const plus = (one: number | null, other: number | null): number | null => (one === null ? other : one + (other ?? 0));

/** Whether two sums of the same energy are equal but for the rounding of their parts. */
const isSame = (oneWh: number, otherWh: number): boolean => Math.abs(oneWh - otherWh) <= 0.5 + 1e-9 * otherWh;
