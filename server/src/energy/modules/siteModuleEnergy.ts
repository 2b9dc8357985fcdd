// Energy of all modules of a plant today, this month and over their lifetime, from stored sums: the figures of each module's own page (moduleEnergy.ts) without a read of samples.
import { INPUTS, type Input } from '@heliograph/contract/inputs.ts';
import { type Day, firstDayOfMonth, localDay, monthOf } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { wholeWh, wholeWhOf } from '../../platform/texts/numbers.ts';
import { modulesToday, readInputs, type SharingDevice } from './moduleEnergy.ts';

/** Energy of a module, Wh; null: unknown. */
export interface ModuleEnergy {
  todayWh: number | null;
  /** Null also while a finished day is not divided among the modules yet. */
  monthWh: number | null;
  lifetimeWh: number | null;
  /** Energy of its device on days that nothing divides, which the lifetimes of its modules lack; null: unknown. */
  undividedWh: number | null;
}

/** The newest figures of a device. */
interface Live {
  sn: string;
  /** The day of `todayWh`; null: it has never reported. */
  day: Day | null;
  todayWh: number;
  totalWh: number;
}

/** Sums of the finished days whose shares are computed. */
interface Finished {
  sn: string;
  deviceWh: number;
  /** By number of the input, of all months and of this one. */
  totalsWh: (number | null)[];
  monthWh: (number | null)[] | null;
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
  const inputs = INPUTS.slice(0, Math.max(1, ...devices.map((device) => readInputs(device).length)));
  // An aggregate for each input: unnesting the months of years would take ten times as long.
  const totals = inputs.map((input) => sql`sum(m.energy_wh[${input}::int])`).reduce((all, sum) => sql`${all}, ${sum}`);
  const [todayByInput, live, finished, monthDays] = await Promise.all([
    modulesToday(sql, plant, devices, today),
    sql<Live[]>`select sn, day, today_wh, total_wh from device_live where sid = ${sid}`,
    sql<Finished[]>`
      select m.sn, sum(m.device_wh) as device_wh, array[${totals}] as totals_wh,
        max(m.energy_wh) filter (where m.month = ${month}) as month_wh
      from module_months m where m.sid = ${sid} group by m.sn`,
    sql<MonthDays[]>`
      select d.sn, sum(${wholeWhOf(sql, sql`d.energy_wh`)}) as energy_wh, bool_or(d.input_shares is null and d.day < ${today}) as is_open
      from device_days d
      where d.sid = ${sid} and d.sn in (select unnest(${sns}::text::text[])) and d.day between ${month} and ${today}
      group by d.sn`,
  ]);
  const liveBySn = new Map(live.map((device) => [device.sn, device]));
  const finishedBySn = new Map(finished.map((sums) => [sums.sn, sums]));
  const monthBySn = new Map(monthDays.map((days) => [days.sn, days]));
  const inputsBySn = new Map(devices.map((device) => [device.sn, device.inputs]));
  return (sn, input) => {
    const device = liveBySn.get(sn);
    const days = monthBySn.get(sn);
    const todayWh = todayByInput.get(sn)?.get(input) ?? null;
    if (!device) return { todayWh, monthWh: null, lifetimeWh: null, undividedWh: null };
    // A single input has all the energy of its device.
    if (inputsBySn.get(sn) === 1) {
      if (input !== 1) return { todayWh, monthWh: null, lifetimeWh: null, undividedWh: null };
      const hasTotal = device.day !== null || device.totalWh > 0;
      return { todayWh, monthWh: days?.energyWh ?? null, lifetimeWh: hasTotal ? device.totalWh : null, undividedWh: 0 };
    }
    const sums = finishedBySn.get(sn);
    const deviceTodayWh = device.day === today ? wholeWh(device.todayWh) : 0;
    const isComplete = !days?.isOpen && isSame((sums?.deviceWh ?? 0) + deviceTodayWh, device.totalWh);
    const dividedWh = [...(sums?.totalsWh ?? []), ...(todayByInput.get(sn)?.values() ?? [])].reduce<number>(
      (all, wh) => all + (wh ?? 0),
      0,
    );
    return {
      todayWh,
      monthWh: days?.isOpen ? null : plus(sums?.monthWh?.[input - 1] ?? null, todayWh),
      lifetimeWh: isComplete ? plus(sums?.totalsWh[input - 1] ?? null, todayWh) : null,
      undividedWh: !isComplete ? null : isSame(dividedWh, device.totalWh) ? 0 : Math.max(0, device.totalWh - dividedWh),
    };
  };
}

const plus = (one: number | null, other: number | null): number | null => (one === null ? other : one + (other ?? 0));

/** Whether two sums of the same energy are equal but for the rounding of their parts. */
const isSame = (oneWh: number, otherWh: number): boolean => Math.abs(oneWh - otherWh) <= 0.5 + 1e-9 * otherWh;
