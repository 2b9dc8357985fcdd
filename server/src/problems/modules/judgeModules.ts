// Judges the modules of each plant when its day is over, and again after late reports: findings open and close automatically.
import { required } from '@heliograph/contract/required.ts';
import type { ErrorCode } from '@heliograph/contract/statuses.ts';
import type { Context } from '../../context.ts';
import { comparedModules, curvesOf } from '../../energy/charts/moduleCurve.ts';
import { addDays, type Day, dayBounds } from '../../platform/calendar/rules/localDays.ts';
import { joinZones } from '../../platform/calendar/timeBuckets.ts';
import type { Sql } from '../../platform/database/connect.ts';
import { runInThread } from '../../platform/threadJobs.ts';
import type { PlantDay } from './rules/findings.ts';
import { EXCUSED } from './rules/moduleDay.ts';
import { JUDGED_STEP_S, judgePlantDay, lightOf, type Measured, type Roof, roofOf } from './rules/plantDay.ts';
import { shadedModules, writeFindings } from './storeFindings.ts';

/** Earlier days are not judged any more after late reports: their problems have become visible since. */
const JUDGED_DAYS = 35;
/** Plant-days of one run; the rest follows in the next run, minutes later. */
const BATCH_SIZE = 1_000;
/** Retention of judged days: after an upgrade or a long silence, earlier days show what began slowly. */
const RETAINED_DAYS = JUDGED_DAYS + 10;

export interface OpenDay {
  sid: string;
  day: Day;
  timezone: string;
  latitude: number;
  longitude: number;
  energyWh: number;
  coveredS: number;
}

/** Returns how many plant-days it judged. */
export async function judgeModules(
  context: Pick<Context, 'sql' | 'clock' | 'nudges' | 'log' | 'jobThread'>,
  signal?: AbortSignal,
): Promise<number> {
  const { sql, clock, nudges, log } = context;
  const now = clock.now();
  const days = await sql<OpenDay[]>`
    select d.sid, d.day, s.timezone, s.latitude, s.longitude, d.energy_wh, d.covered_s
    from site_days d join sites s on s.sid = d.sid ${joinZones(sql, { at: now })}
    where not d.modules_judged and d.day >= ${earliest(now)} and d.day < z.today
    order by d.day desc, d.sid limit ${BATCH_SIZE}`;
  let judged = 0;
  for (const [sid, plantDays] of Map.groupBy(days, (day) => day.sid)) {
    if (signal?.aborted) return judged;
    try {
      const ordered = plantDays.toSorted((one, other) => (one.day < other.day ? -1 : 1));
      const job = { job: 'moduleFaults', data: { days: ordered, now }, signal } as const;
      await runInThread(context, job, () => judgePlant(sql, ordered, now));
    } catch (error) {
      // A failure of one plant does not affect the others; its days are retried in the next run.
      log.error({ err: error, sid }, 'modules not judged');
      continue;
    }
    nudges.publish([sid]);
    judged += plantDays.length;
  }
  await sql`delete from judged_days where day < ${addDays(now.toISOString().slice(0, 10), -RETAINED_DAYS)}`;
  return judged;
}

const earliest = (now: Date): Day => addDays(now.toISOString().slice(0, 10), -JUDGED_DAYS);

/** Judges days of one plant, which are in order. */
export async function judgePlant(sql: Sql, days: readonly OpenDay[], now: Date): Promise<void> {
  const [first] = days;
  if (!first) return;
  const { sid } = first;
  const modules = await comparedModules(sql, sid, now);
  const roof = roofOf(modules);
  const isWatched = await shadedModules(sql, sid);
  const judged: PlantDay[] = [];
  for (const day of days) judged.push(await judgeDayOf(sql, day, modules, roof, isWatched));
  await sql.begin(async (tx) => {
    await tx`select lock_sites(array[${sid}]::text[])`;
    for (const { day, isCold, modules: facts } of judged) {
      await tx`
        insert into judged_days (sid, day, is_cold, modules) values (${sid}, ${day}, ${isCold}, ${JSON.stringify(facts)}::text::jsonb)
        on conflict (sid, day) do update set is_cold = excluded.is_cold, modules = excluded.modules`;
    }
    await writeFindings(tx, { ...first, modules, from: earliest(now) });
    // A day that a late report has changed meanwhile is left for the next run.
    for (const { day, energyWh, coveredS } of days) {
      await tx`
        update site_days set modules_judged = true
        where sid = ${sid} and day = ${day} and energy_wh = ${energyWh} and covered_s = ${coveredS}`;
    }
  });
}

type Modules = Awaited<ReturnType<typeof comparedModules>>;

/** Share of its rated power from which a device limits its modules. */
const AT_LIMIT = 0.97;

async function judgeDayOf(
  sql: Sql,
  { sid, day, timezone, latitude, longitude }: OpenDay,
  modules: Modules,
  roof: Roof,
  isWatched: (module: { sn: string; input: number }) => boolean,
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
  const moduleCurves = modules.map((module, index) => ({
    ...module,
    curve: required(curves[index], 'the curve of a module'),
  }));
  for (const [sn, inputs] of Map.groupBy(moduleCurves, (module) => module.sn)) {
    const ratedW = inputs[0]?.ratedW ?? null;
    const excusedSlots = new Uint8Array(count);
    for (let slot = 0; slot < count; slot++) {
      const watts = inputs.reduce((sum, { curve }) => sum + (curve.power[slot] || 0), 0);
      if (ratedW !== null && watts >= AT_LIMIT * ratedW * inputs.length) excusedSlots[slot] = EXCUSED.atLimit;
    }
    for (const { openedAt, closedAt } of errors.filter((error) => error.sn === sn)) {
      const from = Math.max(0, Math.floor((openedAt.getTime() - bounds.startMs) / (JUDGED_STEP_S * 1000)));
      const until = Math.ceil(((closedAt?.getTime() ?? bounds.endMs) - bounds.startMs) / (JUDGED_STEP_S * 1000));
      excusedSlots.fill(EXCUSED.error, from, Math.min(count, until));
    }
    excused.set(sn, excusedSlots);
  }
  const measured = moduleCurves.map(
    ({ sn, curve }): Measured => ({
      powerW: curve.power,
      voltageV: curve.voltage,
      excused: required(excused.get(sn), 'the excused slots of a device'),
    }),
  );
  return judgePlantDay(place, { day, light, coldestC: coldestOf(devices.values()) }, roof, measured, isWatched);
}

/** Returns the lowest device temperature, °C; null: no device reports one. */
function coldestOf(devices: Iterable<Partial<Record<string, Float64Array>>>): number | null {
  let coldest: number | null = null;
  for (const { temperatureC } of devices)
    for (const value of temperatureC ?? []) if (!Number.isNaN(value)) coldest = Math.min(coldest ?? value, value);
  return coldest;
}
