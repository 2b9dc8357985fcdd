// Computes the energy that devices lost on the days of a problem, compared with their sound neighbours.
import { isDeviceCode } from '@heliograph/contract/events.ts';
import { required } from '@heliograph/contract/required.ts';
import { addDays, type Day, localDay } from '../platform/calendar/rules/localDays.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { COMPARED_DAYS, lostEnergy } from './rules/lostEnergy.ts';

/** Whether a problem's loss is what sound devices of the plant produced beyond the device since it began, if that is known. */
export const isComparedWithOthers = ({
  code,
  detail,
  isProducer,
}: {
  code: string;
  detail: Readonly<Record<string, string>> | null;
  isProducer: boolean;
}): boolean =>
  isProducer && (code === 'silence' || isDeviceCode(code) || (code === 'powerLimit' && detail?.began === 'seen'));

/** Days over which losses are summed; the loss of a device that has been silent for longer is not counted further. */
export const SUMMED_DAYS = 365;

export interface AffectedDevice {
  sn: string;
  /** Null: unknown. */
  ratedPowerW: number | null;
  /** First and last day of its problem. */
  since: Day;
  until: Day;
}

/** Returns the energy lost by each device on each day, Wh, at most of the last 365 days of its problem; null: nothing to compare with. A device with a problem on a day, or in the two weeks after it, is no neighbour on that day, `unsound` ones on none. */
export async function lostByDevice(
  tx: Transaction,
  sid: string,
  devices: readonly AffectedDevice[],
  unsound: readonly string[] = [],
): Promise<(Map<Day, number> | null)[]> {
  if (devices.length === 0) return [];
  const affected = devices.map((device) => {
    const earliest = addDays(device.until, 1 - SUMMED_DAYS);
    const since = device.since < earliest ? earliest : device.since;
    return { ...device, since, comparedFrom: addDays(since, -COMPARED_DAYS) };
  });
  const from = required(affected.map(({ comparedFrom }) => comparedFrom).toSorted()[0], 'the first compared day');
  const until = required(
    affected
      .map((device) => device.until)
      .toSorted()
      .at(-1),
    'the last day',
  );
  const sns = affected.map(({ sn }) => sn);
  const [sound, own] = await Promise.all([
    tx<{ day: Day; neighbour: number }[]>`
      select d.day, (sum(d.energy_wh) / sum(p.rated_power_w))::float8 as neighbour
      from devices v join products p on p.id = v.product_id join device_days d on d.sid = v.sid and d.sn = v.sn
      where v.sid = ${sid} and v.removed_at is null and v.sn <> all (${unsound as string[]}) and p.rated_power_w > 0 and d.day between ${from} and ${until}
        and not exists (
          select from (
            select unnest(${textArray(sns)}::text::text[]) as sn,
              unnest(${textArray(affected.map(({ comparedFrom }) => comparedFrom))}::text::date[]) as first_day,
              unnest(${textArray(affected.map((device) => device.until))}::text::date[]) as last_day
          ) a where a.sn = v.sn and d.day between a.first_day and a.last_day
        )
      group by d.day`,
    tx<{ sn: string; day: Day; energyWh: number }[]>`
      select sn, day, energy_wh from device_days where sid = ${sid} and sn = any (${sns}) and day between ${from} and ${until}`,
  ]);
  const neighbours = new Map(sound.map(({ day, neighbour }) => [day, neighbour]));
  const ownDays = Map.groupBy(own, ({ sn }) => sn);
  return affected.map(({ sn, ratedPowerW, since, until: last }) =>
    lostEnergy({
      neighbours,
      own: new Map((ownDays.get(sn) ?? []).map(({ day, energyWh }) => [day, energyWh])),
      ratedW: ratedPowerW ?? 0,
      since,
      until: last,
    }),
  );
}

/** Shorter problems hardly change a day's energy. */
const MIN_AFFECTED = '6 hours';

/** Returns the devices that are no measure for others from some days before `from` until `to`, as they had problems of their own, ended ones included. */
export async function otherAffected(
  tx: Transaction,
  { sid, timezone }: { sid: string; timezone: string },
  { from, to }: { from: Date; to: Date },
): Promise<AffectedDevice[]> {
  const rows = await tx<{ sn: string; openedAt: Date; closedAt: Date }[]>`
    select e.sn, min(e.opened_at) as opened_at, max(least(coalesce(e.closed_at, ${to}), ${to})) as closed_at from events e
    where e.sid = ${sid} and e.sn <> '' and (e.code in ('silence', 'powerLimit') or e.code ~ '^[0-9A-F]{4}$')
      and e.opened_at < ${to} and coalesce(e.closed_at, ${to}) > ${new Date(from.getTime() - COMPARED_DAYS * 86_400_000)}
      and coalesce(e.closed_at, ${to}) - e.opened_at >= ${MIN_AFFECTED}::text::interval
    group by e.sn, date_trunc('day', e.opened_at)`;
  return rows.map(({ sn, openedAt, closedAt }) => ({
    sn,
    ratedPowerW: null,
    since: localDay(openedAt.getTime(), timezone),
    until: localDay(closedAt.getTime(), timezone),
  }));
}
