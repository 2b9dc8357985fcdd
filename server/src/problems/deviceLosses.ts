// Energy that devices lost each day by their problems, compared with the sound devices of their plant.
import { readDayPrices } from '../energy/money/dayPrices.ts';
import { addDays, type Day, localDay } from '../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { COMPARED_DAYS, lostEnergy } from './rules/lostEnergy.ts';

/** Days over which losses are summed; the loss of a device that has been silent for longer is not counted further. */
const SUMMED_DAYS = 365;

export interface LossSpan {
  sn: string;
  ratedPowerW: number | null;
  from: Date;
  to: Date;
}

export interface DailyLosses {
  /** By span: Wh by day; null: there is nothing to compare with. */
  lost: readonly (Map<Day, number> | null)[];
  prices: Awaited<ReturnType<typeof readDayPrices>>;
}

/** Returns the losses of the spans, at least one, in their order. `unsound`: devices that are no measure for others, besides those of the spans. */
export async function dailyLosses(
  tx: Transaction,
  { sid, timezone }: { sid: string; timezone: string },
  spans: readonly LossSpan[],
  unsound: readonly string[] = [],
): Promise<DailyLosses> {
  const days = spans.map(({ from, to }) => {
    const until = localDay(to.getTime(), timezone);
    const since = localDay(from.getTime(), timezone);
    const earliest = addDays(until, 1 - SUMMED_DAYS);
    return { since: since < earliest ? earliest : since, until };
  });
  const from = addDays(days.map(({ since }) => since).toSorted()[0]!, -COMPARED_DAYS);
  const until = days
    .map((span) => span.until)
    .toSorted()
    .at(-1)!;
  const sns = [...new Set(spans.map(({ sn }) => sn))];
  const [sound, own, prices] = await Promise.all([
    tx<{ day: Day; neighbour: number }[]>`
      select d.day, (sum(d.energy_wh) / sum(p.rated_power_w))::float8 as neighbour
      from devices v join products p on p.id = v.product_id join device_days d on d.sid = v.sid and d.sn = v.sn
      where v.sid = ${sid} and v.removed_at is null and v.sn <> all (${[...sns, ...unsound]}) and p.rated_power_w > 0
        and d.day between ${from} and ${until}
      group by d.day`,
    tx<{ sn: string; day: Day; energyWh: number }[]>`
      select sn, day, energy_wh from device_days where sid = ${sid} and sn = any (${sns}) and day between ${from} and ${until}`,
    readDayPrices(tx, sid, { from, to: until }),
  ]);
  const neighbours = new Map(sound.map(({ day, neighbour }) => [day, neighbour]));
  const ownDays = Map.groupBy(own, ({ sn }) => sn);
  const lost = spans.map(({ sn, ratedPowerW }, n) =>
    lostEnergy({
      neighbours,
      own: new Map((ownDays.get(sn) ?? []).map(({ day, energyWh }) => [day, energyWh])),
      ratedW: ratedPowerW ?? 0,
      ...days[n]!,
    }),
  );
  return { lost, prices };
}
