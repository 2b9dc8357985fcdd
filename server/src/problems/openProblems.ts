// Lists the open problems of a plant's devices and modules, with their start and cost.

import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { required } from '@heliograph/contract/required.ts';
import { type ErrorCode, STATUS } from '@heliograph/contract/statuses.ts';
import { readDayPrices } from '../energy/money/dayPrices.ts';
import { valuationOf } from '../energy/money/rules/valuation.ts';
import { eventTexts } from '../families/eventTexts.ts';
import { PRODUCING_KINDS } from '../families/kinds.ts';
import { deviceStatus } from '../live/siteStatus.ts';
import { devicesWithLive } from '../live/withLive.ts';
import { addDays, type Day, localDay } from '../platform/calendar/rules/localDays.ts';
import { isoOf } from '../platform/calendar/times.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { kWhOf, moneyText } from '../platform/texts/numbers.ts';
import { messageText } from '../platform/texts/translate.ts';
import { codeOfFinding, findingTexts, lessOf, openModuleFindings } from './modules/moduleFindings.ts';
import { lostAWeek } from './modules/rules/weeklyLoss.ts';
import { COMPARED_DAYS, lostEnergy } from './rules/lostEnergy.ts';

interface Site {
  sid: string;
  timezone: string;
  currency: string;
}

export interface Problem {
  /** "" when several devices have the problem: then only their number is given. */
  sn: string;
  alias: string;
  devices: number;
  /** Null: the problem is of the device. */
  input: number | null;
  /** Number of modules; 0: the problem is of devices. */
  modules: number;
  /** An error code of the status word, `silence`, or the code of a module finding. */
  code: string;
  title: string;
  desc: string;
  sinceIso: string | null;
  costs: boolean;
  lostKwh: number | null;
  lostMoney: string;
  weekKwh: number | null;
  weekMoney: string;
}

interface OpenEvent {
  sn: string;
  alias: string;
  code: ErrorCode | 'silence';
  openedAt: Date;
  /** False: the device has never reported; then `openedAt` is when it was registered. */
  wasHeard: boolean;
  ratedPowerW: number;
  /** Whether the device produces energy: the silence of a gateway or a meter costs nothing. */
  makes: boolean;
}

/** More open events would add no information. */
const MAX_EVENTS = 1000;
/** More devices with the same problem are one line: a plant without its router is one problem, not two hundred. */
const MAX_SEPARATE = 3;
/** Days over which losses are summed; the loss of a device that has been silent for longer is not counted further. */
const SUMMED_DAYS = 365;

/** Returns the problems of a site, which the caller has found among the accessible ones, with the highest weekly cost first. */
export async function openProblems(
  sql: Transaction,
  site: Site,
  { language, at }: { language: LanguageCode; at: Date },
): Promise<Problem[]> {
  const [ofDevices, ofModules] = await Promise.all([
    deviceProblems(sql, site, { language, at }),
    moduleProblems(sql, site, language),
  ]);
  const costs = ({ weekKwh, lostKwh }: Problem) => weekKwh ?? lostKwh ?? -1;
  return [...ofDevices, ...ofModules].toSorted((one, other) => costs(other) - costs(one));
}

async function deviceProblems(
  sql: Transaction,
  site: Site,
  { language, at }: { language: LanguageCode; at: Date },
): Promise<Problem[]> {
  // By the displayed status, with or without an event: a late report may have been the last one of a device.
  // Alerts that a device reported before it fell silent are not current.
  const events = await sql<OpenEvent[]>`
    select d.sn, d.alias, coalesce(e.code, 'silence') as code, coalesce(e.opened_at, l.at, d.created_at) as opened_at,
      l.at is not null as was_heard, p.rated_power_w, p.kind = any (${PRODUCING_KINDS}) as makes
    from ${devicesWithLive(sql)} left join events e
      on e.sid = d.sid and e.sn = d.sn and e.closed_at is null and e.code ~ '^[0-9A-F]{4}$' and l.status = ${STATUS.alert}
    where d.sid = ${site.sid} and d.removed_at is null
      and (e.code is not null or ${deviceStatus(sql, at)} = ${STATUS.offline})
    order by opened_at, d.sn, code limit ${MAX_EVENTS}`;
  if (events.length === 0) return [];
  const producers = events.filter(({ makes }) => makes);
  const losses = producers.length === 0 ? new Map<string, Loss>() : await lossesOf(sql, site, producers, at);
  return [...Map.groupBy(events, ({ code }) => code)].flatMap(([code, same]) => {
    const lines = same.length > MAX_SEPARATE ? [same] : same.map((event) => [event]);
    return lines.map((line) => problemOf(code, line, losses, site, language));
  });
}

/** Returns module problems; more modules with the same problem and cause are one line: a dirty roof is one problem. */
async function moduleProblems(
  sql: Transaction,
  { sid, timezone, currency }: Site,
  language: LanguageCode,
): Promise<Problem[]> {
  const findings = await openModuleFindings(sql, sid);
  return [...Map.groupBy(findings, ({ kind, cause }) => `${kind} ${cause}`).values()].flatMap((same) => {
    const lines = same.length > MAX_SEPARATE ? [same] : same.map((finding) => [finding]);
    return lines.map((line): Problem => {
      const first = required(line[0], 'the first finding');
      const isOne = line.length === 1;
      const week = sumOfWeeks(line);
      const { sn, alias, input, kind } = first;
      const since = new Date(Math.min(...line.map(({ openedAt }) => openedAt.getTime())));
      const less = lessOf(line.reduce((sum, { share }) => sum + share, 0) / line.length);
      const texts = findingTexts(first, language);
      return {
        sn: isOne ? sn : '',
        alias: isOne ? alias : '',
        devices: new Set(line.map((finding) => finding.sn)).size,
        input: isOne && input > 0 ? input : null,
        modules: line.length,
        code: codeOfFinding(first),
        title: isOne ? texts.title : messageText(language, `findings.several.${kind}`, { less }),
        desc: texts.desc,
        sinceIso: isoOf(since, timezone),
        costs: true,
        lostKwh: null,
        lostMoney: '',
        weekKwh: week && kWhOf(week.wh),
        weekMoney: moneyText(week?.money ?? null, currency),
      };
    });
  });
}

/** Sums weekly losses; null if some are unknown, as the sum would be too low. */
function sumOfWeeks(findings: readonly { week: Week | null }[]): Week | null {
  const weeks = findings.flatMap(({ week }) => week ?? []);
  if (weeks.length < findings.length) return null;
  return { wh: weeks.reduce((sum, { wh }) => sum + wh, 0), money: sumOfMoney(weeks) };
}

/** Sums amounts of money; null if one is unknown. */
function sumOfMoney(amounts: readonly { money: number | null }[]): number | null {
  let sum = 0;
  for (const { money } of amounts) {
    if (money === null) return null;
    sum += money;
  }
  return sum;
}

interface Week {
  wh: number;
  money: number | null;
}

interface Loss {
  wh: number;
  money: number | null;
  /** Null: today is the first day. */
  week: Week | null;
}

function problemOf(
  code: OpenEvent['code'],
  events: readonly OpenEvent[],
  losses: ReadonlyMap<string, Loss>,
  { timezone, currency }: Site,
  language: LanguageCode,
): Problem {
  const first = required(events[0], 'the first event');
  const producers = events.filter(({ makes }) => makes);
  const known = producers.flatMap(({ sn }) => losses.get(sn) ?? []);
  // If some losses are unknown, their sum would be too low.
  const isKnown = producers.length > 0 && known.length === producers.length;
  const money = sumOfMoney(known);
  const week = isKnown ? sumOfWeeks(known) : null;
  return {
    sn: events.length === 1 ? first.sn : '',
    alias: events.length === 1 ? first.alias : '',
    devices: events.length,
    input: null,
    modules: 0,
    code,
    ...eventTexts({ sn: first.sn, code, detail: {} }, { language, tellsSources: false }),
    sinceIso: first.wasHeard ? isoOf(first.openedAt, timezone) : null,
    costs: producers.length > 0,
    lostKwh: isKnown ? kWhOf(known.reduce((sum, { wh }) => sum + wh, 0)) : null,
    lostMoney: isKnown ? moneyText(money, currency) : '',
    weekKwh: week && kWhOf(week.wh),
    weekMoney: moneyText(week?.money ?? null, currency),
  };
}

/** Returns losses by serial number since the device's oldest open problem: two problems of one device cost no more than one. A device without comparison is missing. */
async function lossesOf(
  sql: Transaction,
  { sid, timezone }: Site,
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
  const start = required([...oldest.values()].map(sinceOf).toSorted()[0], 'the oldest problem');
  const from = addDays(start, -COMPARED_DAYS);
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
    readDayPrices(sql, sid, { from, to: until }),
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
      // Today is not over.
      const week = lostAWeek(
        [...lost].filter(([day]) => day < until),
        prices,
      );
      return [[event.sn, { wh, money: valuationOf(lost, prices), week }] as const];
    }),
  );
}
