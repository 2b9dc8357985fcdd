// Lists the problems of a plant in a period, with what they cost: the open ones of the record, and those that have ended.
import type { ReportProblem } from '@heliograph/contract/entities/plantReport.ts';
import type { Problem } from '@heliograph/contract/entities/problem.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { isDeviceCode, isModuleEvent, levelOf, PROBLEM_CODES, SEVERITY } from '@heliograph/contract/events.ts';
import { required } from '@heliograph/contract/required.ts';
import { readDayPrices } from '../energy/money/dayPrices.ts';
import { valuationOf } from '../energy/money/rules/valuation.ts';
import type { Stretch } from '../energy/rules/availability.ts';
import { codeName, eventTexts } from '../families/eventTexts.ts';
import { PRODUCING_KINDS } from '../families/kinds.ts';
import { type Day, daysBetween, eachDay, localDay } from '../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { kWhOf, moneyText } from '../platform/texts/numbers.ts';
import { type AffectedDevice, isComparedWithOthers, lostByDevice } from './deviceLosses.ts';
import { readVoltageLosses } from './limits/voltageLosses.ts';
import { findingLosses, losesAsModule } from './modules/findingLosses.ts';
import { type EndedEvent, groupEnded, placeOf } from './rules/endedProblems.ts';

/** More ended events would add no information; the latest are read. */
const MAX_ROWS = 20_000;
/** What a device loses in less than a day cannot be distinguished from the usual differences between days. */
const MIN_VALUED_MS = 86_400_000;

interface Ended extends EndedEvent {
  openedAt: Date;
  closedAt: Date;
  alias: string | null;
  isProducer: boolean;
  ratedPowerW: number | null;
}

interface Plant {
  sid: string;
  timezone: string;
  currency: string;
}

/** Lost energy by day, Wh; null: unknown. */
type LostDays = ReadonlyMap<Day, number> | null;

/** Returns open problems first, then the most severe, then those that lost the most. `open`: all open problems of the plant. */
export async function problemsOfPeriod(
  sql: Transaction,
  plant: Plant,
  { fromMs, toMs }: Stretch,
  { language, at, open }: { language: LanguageCode; at: Date; open: readonly Problem[] },
): Promise<ReportProblem[]> {
  const events = await endedEvents(sql, plant.sid, { fromMs, toMs });
  const losses = await endedLosses(sql, plant, events, { open, at });
  const lostDays = [...losses.values()].flatMap((lost) => [...(lost?.keys() ?? [])]).toSorted();
  const [first] = lostDays;
  const prices =
    first === undefined
      ? () => undefined
      : await readDayPrices(sql, plant.sid, { from: first, to: lostDays.at(-1) ?? first });
  const moneyOf = (lost: ReadonlyMap<Day, number>) => valuationOf(lost, prices);
  return [
    ...open.filter(({ startMs }) => startMs < toMs).map((problem) => openLine(problem, plant, at)),
    ...groupEnded(events)
      .map((group) => endedLine(group, { plant, language, losses, moneyOf }))
      .toSorted(compareEnded),
  ];
}

async function endedEvents(sql: Transaction, sid: string, { fromMs, toMs }: Stretch): Promise<Ended[]> {
  return await sql<Ended[]>`
    select e.sn, e.code, e.opened_at, e.closed_at, e.detail, d.alias,
      coalesce(k.kind = any (${PRODUCING_KINDS}::text[]), false) as is_producer, k.rated_power_w
    from events e left join devices d on d.sid = e.sid and d.sn = e.sn left join products k on k.id = d.product_id
    where e.sid = ${sid} and e.code = any (${PROBLEM_CODES as string[]}::text[]) and e.opened_at < ${new Date(toMs)}
      and e.closed_at >= ${new Date(fromMs)}
    order by e.opened_at desc, e.sn, e.code limit ${MAX_ROWS}`;
}

/** Returns what events cost that lasted a day or longer, or whose modules were compared with others on whole days; others are missing. */
async function endedLosses(
  sql: Transaction,
  plant: Plant,
  events: readonly Ended[],
  { open, at }: { open: readonly Problem[]; at: Date },
): Promise<Map<Ended, LostDays>> {
  const long = events.filter(({ openedAt, closedAt }) => closedAt.getTime() - openedAt.getTime() >= MIN_VALUED_MS);
  const compared = long.filter(isComparedWithOthers);
  const throttled = long.filter(({ code }) => code === 'voltageCurtailment');
  const ofModules = events.filter(({ code }) => losesAsModule(code));
  const [ofDevices, ofVoltage, lostByModules] = await Promise.all([
    comparedLosses(sql, plant, compared, { open, at }),
    voltageLosses(sql, plant, throttled),
    findingLosses(sql, plant.sid, ofModules),
  ]);
  return new Map([
    ...ofDevices,
    ...ofVoltage,
    ...ofModules.map((event, n) => [event, lostByModules[n]?.days ?? null] as const),
  ]);
}

/** Devices with an open problem are no neighbours. */
async function comparedLosses(
  sql: Transaction,
  { sid, timezone }: Plant,
  valued: readonly Ended[],
  { open, at }: { open: readonly Problem[]; at: Date },
): Promise<Map<Ended, LostDays>> {
  if (valued.length === 0) return new Map();
  const dayOf = (ms: number): Day => localDay(ms, timezone);
  const stillOpen = open
    .filter(({ code }) => code === 'silence' || code === 'powerLimit' || isDeviceCode(code))
    .flatMap(({ concerns, startMs }) =>
      concerns.map(
        ({ sn }): AffectedDevice => ({ sn, ratedPowerW: null, since: dayOf(startMs), until: dayOf(at.getTime()) }),
      ),
    );
  const losses = await lostByDevice(sql, sid, [
    ...valued.map(({ sn, ratedPowerW, openedAt, closedAt }) => ({
      sn,
      ratedPowerW,
      since: dayOf(openedAt.getTime()),
      until: dayOf(closedAt.getTime()),
    })),
    ...stillOpen,
  ]);
  return new Map(valued.map((event, place) => [event, losses[place] ?? null]));
}

/** Returns the stored losses by a high grid voltage; null where none was estimated. */
async function voltageLosses(
  sql: Transaction,
  { sid, timezone }: Plant,
  throttled: readonly Ended[],
): Promise<Map<Ended, LostDays>> {
  const spans = throttled.map((event) => ({
    event,
    since: localDay(event.openedAt.getTime(), timezone),
    until: localDay(event.closedAt.getTime(), timezone),
  }));
  const start = spans.map(({ since }) => since).toSorted()[0];
  const end = spans
    .map(({ until }) => until)
    .toSorted()
    .at(-1);
  if (start === undefined || end === undefined) return new Map();
  const stored = await readVoltageLosses(sql, sid, { start, end });
  return new Map(
    spans.map(({ event, since, until }) => {
      const lost = (stored.get(event.sn) ?? []).flatMap(({ day, lostWh }) =>
        day >= since && day <= until && lostWh !== null ? [[day, lostWh] as const] : [],
      );
      return [event, lost.length > 0 ? new Map(lost) : null];
    }),
  );
}

function openLine(problem: Problem, { timezone }: Plant, at: Date): ReportProblem {
  const { sn, code, startMs, level, title, alias, devices, modules, lostKwh, lostMoney } = problem;
  const from = localDay(startMs, timezone);
  const days = daysBetween(from, localDay(at.getTime(), timezone)) + 1;
  const facts = { sn, code, startMs, level, title, alias, devices, modules };
  return { ...facts, from, until: null, days, times: 1, lostKwh, lostMoney };
}

function endedLine(
  group: readonly Ended[],
  {
    plant: { timezone, currency },
    language,
    losses,
    moneyOf,
  }: {
    plant: Plant;
    language: LanguageCode;
    losses: ReadonlyMap<Ended, LostDays>;
    moneyOf: (lost: ReadonlyMap<Day, number>) => number | null;
  },
): ReportProblem {
  const latest = required(group[0], 'an ended event');
  const { sn, code, detail } = latest;
  const openedMs = Math.min(...group.map(({ openedAt }) => openedAt.getTime()));
  const closedMs = Math.max(...group.map(({ closedAt }) => closedAt.getTime()));
  const dayOf = (at: Date): Day => localDay(at.getTime(), timezone);
  const days = new Set(group.flatMap(({ openedAt, closedAt }) => eachDay(dayOf(openedAt), dayOf(closedAt))));
  const isOnePlace = new Set(group.map(placeOf)).size === 1;
  const lost = lostOfPlaces(group, losses);
  const amounts = lost?.map(moneyOf);
  return {
    sn: isOnePlace ? sn : '',
    code,
    startMs: openedMs,
    level: levelOf(code),
    title: isOnePlace
      ? eventTexts({ sn, code, detail: detail ?? {} }, { language, tellsSources: false }).title
      : codeName(code, language),
    alias: isOnePlace ? (latest.alias ?? '') : '',
    devices: new Set(group.map((event) => event.sn)).size,
    modules: isModuleEvent(code) ? new Set(group.map(placeOf)).size : 0,
    from: localDay(openedMs, timezone),
    until: localDay(closedMs, timezone),
    days: days.size,
    times: group.length,
    lostKwh: lost ? kWhOf(lost.reduce((sum, of) => sum + sumOf(of), 0)) : null,
    lostMoney: moneyText(sumOrNull(amounts ?? [null]), currency),
  };
}

/** Returns the lost energy of each device or module, a day of which counts once; null: none was valued, or some are unknown, as their sum would be too low. */
function lostOfPlaces(group: readonly Ended[], losses: ReadonlyMap<Ended, LostDays>): Map<Day, number>[] | null {
  const valued = group.filter((event) => losses.has(event));
  if (valued.length === 0) return null;
  const byPlace = new Map<string, Map<Day, number>>();
  for (const event of valued) {
    const lost = losses.get(event);
    if (!lost) return null;
    const place = losesAsModule(event.code) ? placeOf(event) : event.sn;
    byPlace.set(place, new Map([...(byPlace.get(place) ?? []), ...lost]));
  }
  return [...byPlace.values()];
}

const sumOf = (lost: ReadonlyMap<Day, number>): number => [...lost.values()].reduce((sum, wh) => sum + wh, 0);

const sumOrNull = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0);

const rankOf = ({ level }: ReportProblem): number => (level === 'fault' ? SEVERITY.fault : SEVERITY.warning);

const compareEnded = (one: ReportProblem, other: ReportProblem): number =>
  rankOf(other) - rankOf(one) ||
  (other.lostKwh ?? -1) - (one.lostKwh ?? -1) ||
  other.days - one.days ||
  one.startMs - other.startMs;
