// Stored shares of a device's inputs in its finished days, and the sums of their months.
import { INPUTS, type Input } from '@heliograph/contract/inputs.ts';
import { type Day, firstDayOfMonth, lastDayOfMonth, monthOf } from '../../platform/calendar/rules/localDays.ts';
import { plainArray, textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { DeviceKey } from '../../platform/database/deviceKeys.ts';
import { wholeWh } from '../../platform/texts/numbers.ts';
import type { Shares } from '../rules/moduleShares.ts';

/** Computed shares of a device's day; null: nothing divides it. */
export interface SharedDay {
  sn: string;
  day: Day;
  /** Figures of the day from which they were computed: a day that was written meanwhile is left out. */
  energyWh: number;
  coveredS: number;
  samples: number;
  shares: Shares | null;
}

/**
 * Returns the computed shares of a device by day; null: nothing divides the day. Days not computed yet are missing. Read as
 * one text, as the days themselves (energy/periods/storedDays.ts).
 */
export async function readShares(
  sql: Transaction,
  { sid, sn }: DeviceKey,
  { from, to }: { from: Day; to: Day },
): Promise<Map<Day, Shares | null>> {
  const [row] = await sql<{ list: string | null }[]>`
    select string_agg(concat_ws(' ', day, shares_basis, array_to_string(input_shares, ' ', '-')), ',') as list from device_days
    where sid = ${sid} and sn = ${sn} and day between ${from} and ${to} and input_shares is not null`;
  return new Map(
    (row?.list?.split(',') ?? []).map((entry): [Day, Shares | null] => {
      const [day = '', basis, ...shares] = entry.split(' ');
      if (!isBasis(basis)) return [day, null];
      const byInput = new Map<Input, number>();
      for (const input of INPUTS) {
        const share = shares[input - 1];
        if (share !== undefined && share !== '-') byInput.set(input, Number(share));
      }
      return [day, { byInput, basis }];
    }),
  );
}

const isBasis = (word: string | undefined): word is Shares['basis'] =>
  word === 'counted' || word === 'integrated' || word === 'whole';

/** Writes shares of days of one plant; the caller has locked the devices, and calls `sumMonths` afterwards. */
export async function writeShares(tx: Transaction, sid: string, days: readonly SharedDay[]): Promise<void> {
  const listOf = ({ shares }: SharedDay) => {
    if (!shares) return '{}';
    const last = Math.max(...shares.byInput.keys());
    return plainArray(INPUTS.slice(0, last).map((input) => shares.byInput.get(input)));
  };
  await tx`
    update device_days d set input_shares = g.input_shares, shares_basis = g.shares_basis
    from (
      select unnest(${textArray(days.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${textArray(days.map(({ day }) => day))}::text::date[]) as day,
        unnest(${plainArray(days.map(({ energyWh }) => energyWh))}::text::float8[]) as energy_wh,
        unnest(${plainArray(days.map(({ coveredS }) => coveredS))}::text::float8[]) as covered_s,
        unnest(${plainArray(days.map(({ samples }) => samples))}::text::int[]) as samples,
        (unnest(${textArray(days.map(listOf))}::text::text[]))::float8[] as input_shares,
        unnest(${textArray(days.map(({ shares }) => shares?.basis ?? null))}::text::text[]) as shares_basis
    ) g
    where d.sid = ${sid} and d.sn = g.sn and d.day = g.day and d.energy_wh = g.energy_wh and d.covered_s = g.covered_s
      and d.samples = g.samples`;
}

interface MonthSum {
  sn: string;
  month: Day;
  deviceWh: number;
  /** By number of the input. */
  energyWh: (number | null)[];
}

/** Sums the months of these days of one plant again; call it after shares were written, or days deleted. */
export async function sumMonths(
  tx: Transaction,
  sid: string,
  days: readonly { sn: string; day: Day }[],
): Promise<void> {
  if (days.length === 0) return;
  const keyOf = (sn: string, day: Day) => `${sn} ${monthOf(day)}`;
  const months = new Map(days.map(({ sn, day }) => [keyOf(sn, day), { sn, month: firstDayOfMonth(monthOf(day)) }]));
  const firsts = [...months.values()].map(({ month }) => month).toSorted();
  const sns = textArray([...new Set(days.map(({ sn }) => sn))]);
  const rows = await tx<{ sn: string; day: Day; energyWh: number; inputShares: (number | null)[] }[]>`
    select sn, day, energy_wh, input_shares from device_days
    where sid = ${sid} and sn in (select unnest(${sns}::text::text[])) and day >= ${firsts[0]!}
      and day <= ${lastDayOfMonth(monthOf(firsts.at(-1)!))} and input_shares is not null
    order by sn, day`;
  const sums = new Map<string, MonthSum>();
  for (const { sn, day, energyWh, inputShares } of rows) {
    const key = keyOf(sn, day);
    const month = months.get(key);
    if (!month) continue;
    const sum = sums.get(key) ?? { ...month, deviceWh: 0, energyWh: [] };
    sums.set(key, sum);
    const dayWh = wholeWh(energyWh);
    sum.deviceWh += dayWh;
    for (const [index, share] of inputShares.entries())
      if (share !== null) sum.energyWh[index] = (sum.energyWh[index] ?? 0) + dayWh * share;
  }
  const empty = [...months].filter(([key]) => !sums.has(key)).map(([, month]) => month);
  if (empty.length > 0)
    await tx`
      delete from module_months m using (
        select unnest(${textArray(empty.map(({ sn }) => sn))}::text::text[]) as sn,
          unnest(${textArray(empty.map(({ month }) => month))}::text::date[]) as month
      ) g where m.sid = ${sid} and m.sn = g.sn and m.month = g.month`;
  const list = [...sums.values()];
  if (list.length === 0) return;
  await tx`
    insert into module_months (sid, sn, month, device_wh, energy_wh)
    select ${sid}, sn, month, device_wh, energy_wh from (
      select unnest(${textArray(list.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${textArray(list.map(({ month }) => month))}::text::date[]) as month,
        unnest(${plainArray(list.map(({ deviceWh }) => deviceWh))}::text::float8[]) as device_wh,
        (unnest(${textArray(list.map((sum) => plainArray(Array.from(sum.energyWh))))}::text::text[]))::float8[] as energy_wh
    ) g
    on conflict (sid, sn, month) do update set device_wh = excluded.device_wh, energy_wh = excluded.energy_wh`;
}
