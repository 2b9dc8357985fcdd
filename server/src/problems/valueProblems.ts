// Computes what open problems cost, in energy and money: since they began, and a week by their last days.
import type { LossBasis } from '@heliograph/contract/entities/problem.ts';
import { MODULE_EVENTS } from '@heliograph/contract/events.ts';
import type { Context } from '../context.ts';
import { readDayPrices } from '../energy/money/dayPrices.ts';
import { valuationOf } from '../energy/money/rules/valuation.ts';
import { PRODUCING_KINDS } from '../families/kinds.ts';
import { addDays, type Day, localDay } from '../platform/calendar/rules/localDays.ts';
import { plainArray, textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { isComparedWithOthers, lostByDevice, otherAffected, SUMMED_DAYS } from './deviceLosses.ts';
import { storeComparedLosses } from './incidentNotices.ts';
import { refreshIncidents } from './incidents.ts';
import { readVoltageLosses } from './limits/voltageLosses.ts';
import { openModuleFindings } from './modules/moduleFindings.ts';
import { lostAWeek } from './modules/rules/weeklyLoss.ts';
import { updateProblems, updateRanks } from './updateProblems.ts';

/** Losses of the running day grow; once an hour is enough for all readers. */
const VALID_MS = 3_600_000;
/** Plants of one run; the rest follows in the next one. */
const BATCH_PLANTS = 500;
interface Plant {
  sid: string;
  timezone: string;
}

interface OpenProblem {
  sn: string;
  code: string;
  openedAt: Date;
  /** `openedAt` to the microsecond. */
  openedKey: string;
  detail: Readonly<Record<string, string>> | null;
  /** Whether the device produces energy: the silence of a gateway or a meter costs nothing. */
  isProducer: boolean;
  ratedPowerW: number | null;
}

interface Loss {
  lostWh: number | null;
  lostMoney: number | null;
  weekWh: number | null;
  weekMoney: number | null;
  basis: LossBasis | null;
}

const UNKNOWN: Loss = { lostWh: null, lostMoney: null, weekWh: null, weekMoney: null, basis: null };

/** Values problems that are new or were valued an hour ago; returns the number of plants. */
export async function valueProblems(
  { sql, clock, nudges }: Pick<Context, 'sql' | 'clock' | 'nudges'>,
  signal?: AbortSignal,
): Promise<number> {
  const now = clock.now();
  const plants = await sql<Plant[]>`
    select s.sid, s.timezone from sites s where s.sid in (
      select p.sid from problems p where p.level > 0 and (p.valued_at is null or p.valued_at < ${new Date(now.getTime() - VALID_MS)})
    ) order by s.sid limit ${BATCH_PLANTS}`;
  for (const plant of plants) {
    if (signal?.aborted) break;
    await sql.begin(async (tx) => await valuePlant(tx, plant, now));
    nudges.publish([plant.sid]);
  }
  return plants.length;
}

async function valuePlant(tx: Transaction, plant: Plant, now: Date): Promise<void> {
  const { sid } = plant;
  await updateProblems(tx, [sid], now);
  const problems = await tx<OpenProblem[]>`
    select p.sn, p.code, p.opened_at, p.opened_at::text as opened_key, p.detail,
      coalesce(k.kind = any (${PRODUCING_KINDS}::text[]), false) as is_producer, k.rated_power_w
    from problems p left join devices d on d.sid = p.sid and d.sn = p.sn left join products k on k.id = d.product_id
    where p.sid = ${sid} and p.level > 0 order by p.opened_at, p.sn, p.code`;
  const compared = problems.filter(isComparedWithOthers);
  const limited = problems.flatMap(({ code, sn }) => (code === 'powerLimit' ? [sn] : []));
  const throttled = problems.filter(({ code }) => code === 'voltageCurtailment');
  const [ofDevices, ofVoltage, ofModules] = await Promise.all([
    compared.length === 0 ? new Map<string, Loss>() : deviceLosses(tx, plant, compared, { limited, now }),
    throttled.length === 0 ? new Map<string, Loss>() : voltageLosses(tx, plant, throttled, now),
    moduleLosses(tx, sid),
  ]);
  const lossOf = (problem: OpenProblem): Loss | undefined => {
    if (compared.includes(problem)) return ofDevices.get(problem.sn);
    if (throttled.includes(problem)) return ofVoltage.get(problem.sn);
    return ofModules.get(moduleKey(problem.code, problem.sn, problem.detail?.input ?? null));
  };
  const losses = problems.map((problem) => lossOf(problem) ?? UNKNOWN);
  await tx`
    update problems p set lost_wh = g.lost_wh, lost_money = g.lost_money, week_wh = g.week_wh, week_money = g.week_money,
      loss_basis = g.loss_basis, valued_at = ${now}
    from (
      select unnest(${textArray(problems.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${textArray(problems.map(({ code }) => code))}::text::text[]) as code,
        unnest(${textArray(problems.map(({ openedKey }) => openedKey))}::text::timestamptz[]) as opened_at,
        unnest(${plainArray(losses.map(({ lostWh }) => lostWh))}::text::float8[]) as lost_wh,
        unnest(${plainArray(losses.map(({ lostMoney }) => lostMoney))}::text::float8[]) as lost_money,
        unnest(${plainArray(losses.map(({ weekWh }) => weekWh))}::text::float8[]) as week_wh,
        unnest(${plainArray(losses.map(({ weekMoney }) => weekMoney))}::text::float8[]) as week_money,
        unnest(${textArray(losses.map(({ basis }) => basis))}::text::text[]) as loss_basis
    ) g
    where p.sid = ${sid} and p.sn = g.sn and p.code = g.code and p.opened_at = g.opened_at`;
  await updateRanks(tx, [sid]);
  await refreshIncidents(tx, [sid], now);
  await storeComparedLosses(tx, sid, now);
}

const moduleKey = (code: string, sn: string, input: string | null): string => `${code} ${sn} ${input ?? 0}`;

/** Returns the losses of modules by code, serial number and input. */
async function moduleLosses(tx: Transaction, sid: string): Promise<Map<string, Loss>> {
  const findings = await openModuleFindings(tx, sid);
  return new Map(
    findings.map(({ kind, sn, input, week, soFar }) => [
      moduleKey(MODULE_EVENTS[kind], sn, input > 0 ? String(input) : null),
      {
        lostWh: soFar?.wh ?? null,
        lostMoney: soFar?.money ?? null,
        weekWh: week?.wh ?? null,
        weekMoney: week?.money ?? null,
        basis: week && 'modules',
      },
    ]),
  );
}

/** Returns the losses by a high grid voltage by serial number, from the stored days since each began. */
async function voltageLosses(
  tx: Transaction,
  { sid, timezone }: Plant,
  problems: readonly OpenProblem[],
  at: Date,
): Promise<Map<string, Loss>> {
  const until = localDay(at.getTime(), timezone);
  const days = { start: addDays(until, 1 - SUMMED_DAYS), end: addDays(until, -1) };
  const [stored, prices] = await Promise.all([
    readVoltageLosses(tx, sid, days),
    readDayPrices(tx, sid, { from: days.start, to: days.end }),
  ]);
  return new Map(
    problems.map(({ sn, openedAt }) => {
      const since = localDay(openedAt.getTime(), timezone);
      const ofDevice = (stored.get(sn) ?? []).filter(({ day }) => day >= since);
      const lost = ofDevice.flatMap(({ day, lostWh }) => (lostWh === null ? [] : [[day, lostWh] as const]));
      const basis = ofDevice.findLast((day) => day.basis !== null)?.basis ?? null;
      return [sn, lossOfDays(new Map(lost), lost, prices, basis)];
    }),
  );
}

/** Returns losses by serial number since the device's oldest open problem: two problems of one device cost no more than one. A device without comparison is missing. Devices that are `limited` are none to compare with. */
async function deviceLosses(
  tx: Transaction,
  { sid, timezone }: Plant,
  problems: readonly OpenProblem[],
  { limited, now }: { limited: readonly string[]; now: Date },
): Promise<Map<string, Loss>> {
  const until = localDay(now.getTime(), timezone);
  const oldest = new Map<string, OpenProblem>();
  for (const problem of problems) if (!oldest.has(problem.sn)) oldest.set(problem.sn, problem);
  const devices = [...oldest.values()].map(({ sn, ratedPowerW, openedAt }) => ({
    sn,
    ratedPowerW,
    since: localDay(openedAt.getTime(), timezone),
    until,
  }));
  const from = new Date(Math.min(...problems.map(({ openedAt }) => openedAt.getTime())));
  const others = await otherAffected(tx, { sid, timezone }, { from, to: now });
  const losses = (await lostByDevice(tx, sid, [...devices, ...others], limited)).slice(0, devices.length);
  const days = losses.flatMap((lost) => [...(lost?.keys() ?? [])]).toSorted();
  const prices = await readDayPrices(tx, sid, { from: days[0] ?? until, to: until });
  return new Map(
    devices.flatMap(({ sn }, place) => {
      const lost = losses[place];
      if (!lost) return [];
      // Today is not over.
      const pastDays = [...lost].filter(([day]) => day < until);
      return [[sn, lossOfDays(lost, pastDays, prices, 'neighbours')]];
    }),
  );
}

/** Values the energy of days; `pastDays`: those that show a week. */
function lossOfDays(
  lost: ReadonlyMap<Day, number>,
  pastDays: readonly (readonly [day: Day, wh: number])[],
  prices: Parameters<typeof valuationOf>[1],
  basis: Loss['basis'],
): Loss {
  const week = lostAWeek(pastDays, prices);
  return {
    lostWh: lost.size === 0 ? null : [...lost.values()].reduce((sum, ofDay) => sum + ofDay, 0),
    lostMoney: lost.size === 0 ? null : valuationOf(lost, prices),
    weekWh: week?.wh ?? null,
    weekMoney: week?.money ?? null,
    basis,
  };
}
