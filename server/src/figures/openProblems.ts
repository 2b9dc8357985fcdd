// What is wrong with a plant now: each open problem of its devices, since when, and what it has cost.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { type ErrorCode, STATUS } from '@heliograph/contract/statuses.ts';
import type { Transaction } from '../db/connect.ts';
import { addDays, type Day, localDay } from '../rules/localDays.ts';
import { COMPARED_DAYS, lostEnergy } from '../rules/lostEnergy.ts';
import { type Price, worthOf } from '../rules/worth.ts';
import { deviceStatus } from '../sql/siteStatus.ts';
import { devicesWithLive } from '../sql/withLive.ts';
import { eventWords } from '../wire/eventWords.ts';
import { kWhOf, moneyText } from '../wire/figures.ts';
import { isoOf } from '../wire/times.ts';

interface Place {
  sid: string;
  timezone: string;
  currency: string;
}

export interface Problem {
  /** "" when several devices have it: then they are counted alone. */
  sn: string;
  alias: string;
  devices: number;
  /** An error code of the status word, or `silence`. */
  code: string;
  title: string;
  desc: string;
  sinceIso: string | null;
  lostKwh: number | null;
  lostMoney: string;
}

interface OpenEvent {
  sn: string;
  alias: string;
  code: ErrorCode | 'silence';
  openedAt: Date;
  /** False: it has never been heard; then `openedAt` is when it was registered. */
  wasHeard: boolean;
  ratedPowerW: number;
}

/** More open events than these say nothing new. */
const AT_MOST = 1000;
/** More devices with the same problem are one line: a plant without its router is one problem, not two hundred. */
const APART_AT_MOST = 3;
/** What is lost is summed over so many days; a device that has been gone for longer is given up. */
const SUMMED_DAYS = 365;

/** Of a site that was found among the visible ones; the most expensive first. */
export async function openProblems(
  sql: Transaction,
  site: Place,
  { language, at }: { language: LanguageCode; at: Date },
): Promise<Problem[]> {
  // By the status that is shown, whether an event tells of it or not: what came in late may have been the last of a device.
  // What a device said before it fell silent is no news.
  const events = await sql<OpenEvent[]>`
    select d.sn, d.alias, coalesce(e.code, 'silence') as code, coalesce(e.opened_at, l.at, d.created_at) as opened_at,
      l.at is not null as was_heard, p.rated_power_w
    from ${devicesWithLive(sql)} left join events e
      on e.sid = d.sid and e.sn = d.sn and e.closed_at is null and e.code ~ '^[0-9A-F]{4}$' and l.status = ${STATUS.alert}
    where d.sid = ${site.sid} and d.removed_at is null
      and (e.code is not null or ${deviceStatus(sql, at)} = ${STATUS.offline})
    order by opened_at, d.sn, code limit ${AT_MOST}`;
  if (events.length === 0) return [];
  const losses = await lossesOf(sql, site, events, at);
  const problems = [...Map.groupBy(events, ({ code }) => code)].flatMap(([code, same]) => {
    const lines = same.length > APART_AT_MOST ? [same] : same.map((event) => [event]);
    return lines.map((line) => problemOf(code, line, losses, site, language));
  });
  return problems.toSorted((one, other) => (other.lostKwh ?? -1) - (one.lostKwh ?? -1));
}

interface Loss {
  wh: number;
  money: number | null;
}

function problemOf(
  code: OpenEvent['code'],
  events: readonly OpenEvent[],
  losses: ReadonlyMap<string, Loss>,
  { timezone, currency }: Place,
  language: LanguageCode,
): Problem {
  const [first] = events;
  const known = events.flatMap(({ sn }) => losses.get(sn) ?? []);
  const money = known.every((loss) => loss.money !== null) ? known.reduce((sum, loss) => sum + loss.money!, 0) : null;
  return {
    sn: events.length === 1 ? first!.sn : '',
    alias: events.length === 1 ? first!.alias : '',
    devices: events.length,
    code,
    ...eventWords({ sn: first!.sn, code, detail: {} }, { language, tellsSources: false }),
    sinceIso: first!.wasHeard ? isoOf(first!.openedAt, timezone) : null,
    // Of some of them it is known, of others not: their sum would be too little.
    lostKwh: known.length === events.length ? kWhOf(known.reduce((sum, { wh }) => sum + wh, 0)) : null,
    lostMoney: known.length === events.length ? moneyText(money, currency) : '',
  };
}

/** By serial number, since the device's oldest open problem: two of one device cost no more than one. Left out: nothing to compare with. */
async function lossesOf(
  sql: Transaction,
  { sid, timezone }: Place,
  events: readonly OpenEvent[],
  at: Date,
): Promise<Map<string, Loss>> {
  const until = localDay(at.getTime(), timezone);
  const oldest = new Map<string, OpenEvent>();
  for (const event of events) if (!oldest.has(event.sn)) oldest.set(event.sn, event);
  const earliest = addDays(until, 1 - SUMMED_DAYS);
  const sinceOf = ({ openedAt }: OpenEvent): Day => {
    const day = localDay(openedAt.getTime(), timezone);
    return day < earliest ? earliest : day;
  };
  const from = addDays([...oldest.values()].map(sinceOf).toSorted()[0]!, -COMPARED_DAYS);
  const sns = [...oldest.keys()];
  const [sound, own, prices] = await Promise.all([
    sql<{ day: Day; neighbour: number }[]>`
      select d.day, (sum(d.energy_wh) / sum(p.rated_power_w))::float8 as neighbour
      from devices v join products p on p.id = v.product_id join device_days d on d.sid = v.sid and d.sn = v.sn
      where v.sid = ${sid} and v.removed_at is null and v.sn <> all (${sns}) and p.rated_power_w > 0
        and d.day between ${from} and ${until}
      group by d.day`,
    sql<{ sn: string; day: Day; energyWh: number }[]>`
      select sn, day, energy_wh from device_days where sid = ${sid} and sn = any (${sns}) and day between ${from} and ${until}`,
    sql<Price[]>`select valid_from, worth from site_prices where sid = ${sid} order by valid_from`,
  ]);
  const neighbours = new Map(sound.map(({ day, neighbour }) => [day, neighbour]));
  const ownDays = Map.groupBy(own, ({ sn }) => sn);
  return new Map(
    [...oldest.values()].flatMap((event) => {
      const lost = lostEnergy({
        neighbours,
        own: new Map((ownDays.get(event.sn) ?? []).map(({ day, energyWh }) => [day, energyWh])),
        ratedW: event.ratedPowerW,
        since: sinceOf(event),
        until,
      });
      if (lost === null) return [];
      const wh = [...lost.values()].reduce((sum, ofDay) => sum + ofDay, 0);
      return [[event.sn, { wh, money: worthOf(lost, prices) }] as const];
    }),
  );
}
