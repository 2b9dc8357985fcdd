// Judges the modules of each plant once its day is over, and again when something came late: what is wrong opens, and closes by itself.
import { required } from '@heliograph/contract/required.ts';
import type { ErrorCode } from '@heliograph/contract/statuses.ts';
import type { Context } from '../../context.ts';
import { comparedModules, curvesOf } from '../../energy/charts/moduleCurve.ts';
import { addDays, type Day, dayBounds } from '../../platform/calendar/rules/localDays.ts';
import { joinZones } from '../../platform/calendar/timeBuckets.ts';
import type { Sql } from '../../platform/database/connect.ts';
import type { PlantDay } from './rules/findings.ts';
import { EXCUSED } from './rules/moduleDay.ts';
import { JUDGED_STEP_S, judgePlantDay, lightOf, type Measured, type Roof, roofOf } from './rules/plantDay.ts';
import { writeFindings } from './storeFindings.ts';

/** Days before are not judged any more, whatever comes late: what was wrong then has shown since. */
const JUDGED_DAYS = 35;
/** Days of plants in one go; the rest follows with the next, which comes in minutes. */
const AT_ONCE = 1_000;
/** Days before today that an upgrade or a long silence leaves are judged from here on, so that what began slowly is seen. */
const KEPT_DAYS = JUDGED_DAYS + 10;

interface OpenDay {
  sid: string;
  day: Day;
  timezone: string;
  latitude: number;
  longitude: number;
  energyWh: number;
  coveredS: number;
}

/** Gives how many days it judged. */
export async function judgeModules(
  { sql, clock, nudges, log }: Pick<Context, 'sql' | 'clock' | 'nudges' | 'log'>,
  signal?: AbortSignal,
): Promise<number> {
  const now = clock.now();
  const days = await sql<OpenDay[]>`
    select d.sid, d.day, s.timezone, s.latitude, s.longitude, d.energy_wh, d.covered_s
    from site_days d join sites s on s.sid = d.sid ${joinZones(sql, { at: now })}
    where not d.modules_judged and d.day >= ${earliest(now)} and d.day < z.today
    order by d.day desc, d.sid limit ${AT_ONCE}`;
  let judged = 0;
  for (const [sid, ofPlant] of Map.groupBy(days, (day) => day.sid)) {
    if (signal?.aborted) return judged;
    try {
      await judgePlant(
        sql,
        ofPlant.toSorted((one, other) => (one.day < other.day ? -1 : 1)),
        now,
      );
    } catch (error) {
      // One plant's trouble is not the others'; its days are tried again with the next round.
      log.error({ err: error, sid }, 'modules not judged');
      continue;
    }
    nudges.tell([sid]);
    judged += ofPlant.length;
  }
  await sql`delete from judged_days where day < ${addDays(now.toISOString().slice(0, 10), -KEPT_DAYS)}`;
  return judged;
}

const earliest = (now: Date): Day => addDays(now.toISOString().slice(0, 10), -JUDGED_DAYS);

/** Days of one plant in order. */
async function judgePlant(sql: Sql, days: readonly OpenDay[], now: Date): Promise<void> {
  const [first] = days;
  if (!first) return;
  const { sid } = first;
  const modules = await comparedModules(sql, sid, now);
  const roof = roofOf(modules);
  const judged: PlantDay[] = [];
  for (const day of days) judged.push(await judgedDay(sql, day, modules, roof));
  await sql.begin(async (tx) => {
    await tx`select lock_sites(array[${sid}]::text[])`;
    for (const { day, isCold, modules: facts } of judged) {
      await tx`
        insert into judged_days (sid, day, is_cold, modules) values (${sid}, ${day}, ${isCold}, ${JSON.stringify(facts)}::text::jsonb)
        on conflict (sid, day) do update set is_cold = excluded.is_cold, modules = excluded.modules`;
    }
    await writeFindings(tx, { ...first, modules, from: earliest(now) });
    // A day that a late report changed meanwhile is left for the next time.
    for (const { day, energyWh, coveredS } of days) {
      await tx`
        update site_days set modules_judged = true
        where sid = ${sid} and day = ${day} and energy_wh = ${energyWh} and covered_s = ${coveredS}`;
    }
  });
}

type Modules = Awaited<ReturnType<typeof comparedModules>>;

/** A device that gives so much of what it can holds its modules back. */
const AT_LIMIT = 0.97;

async function judgedDay(
  sql: Sql,
  { sid, day, timezone, latitude, longitude }: OpenDay,
  modules: Modules,
  roof: Roof,
): Promise<PlantDay> {
  const bounds = dayBounds(day, timezone);
  const place = { latitude, longitude };
  const light = lightOf(bounds, place);
  const count = light.sunDeg.length;
  const slots = { fromMs: bounds.startMs, toMs: bounds.endMs, stepS: JUDGED_STEP_S, count };
  const [{ curves, devices }, errors] = await Promise.all([
    curvesOf(sql, sid, modules, slots, ['temperatureC']),
    sql<{ sn: string; code: ErrorCode; openedAt: Date; closedAt: Date | null }[]>`
      select sn, code, opened_at, closed_at from events
      where sid = ${sid} and code ~ '^[0-9A-F]{4}$' and opened_at < ${new Date(bounds.endMs)}
        and (closed_at is null or closed_at > ${new Date(bounds.startMs)})`,
  ]);
  const excused = new Map<string, Uint8Array>();
  const measuredBy = modules.map((module, index) => ({
    ...module,
    curve: required(curves[index], 'the curve of a module'),
  }));
  for (const [sn, inputs] of Map.groupBy(measuredBy, (module) => module.sn)) {
    const ratedW = inputs[0]?.ratedW ?? null;
    const slotsOf = new Uint8Array(count);
    for (let slot = 0; slot < count; slot++) {
      const watts = inputs.reduce((sum, { curve }) => sum + (curve.power[slot] || 0), 0);
      if (ratedW !== null && watts >= AT_LIMIT * ratedW * inputs.length) slotsOf[slot] = EXCUSED.atLimit;
    }
    for (const { openedAt, closedAt } of errors.filter((error) => error.sn === sn)) {
      const from = Math.max(0, Math.floor((openedAt.getTime() - bounds.startMs) / (JUDGED_STEP_S * 1000)));
      const until = Math.ceil(((closedAt?.getTime() ?? bounds.endMs) - bounds.startMs) / (JUDGED_STEP_S * 1000));
      slotsOf.fill(EXCUSED.error, from, Math.min(count, until));
    }
    excused.set(sn, slotsOf);
  }
  const measured = measuredBy.map(
    ({ sn, curve }): Measured => ({
      powerW: curve.power,
      voltageV: curve.voltage,
      excused: required(excused.get(sn), 'the excused slots of a device'),
    }),
  );
  return judgePlantDay(place, { day, light, coldestC: coldestOf(devices.values()) }, roof, measured);
}

/** Null: no device tells it. */
function coldestOf(devices: Iterable<Partial<Record<string, Float64Array>>>): number | null {
  let coldest: number | null = null;
  for (const { temperatureC } of devices)
    for (const value of temperatureC ?? []) if (!Number.isNaN(value)) coldest = Math.min(coldest ?? value, value);
  return coldest;
}
