// Energy of the last seven finished days of plants beside that under a clear sky, which a job stores once a day.
import type { Context } from '../../context.ts';
import { addDays, type Day, eachDay, localDay } from '../../platform/calendar/rules/localDays.ts';
import { joinZones } from '../../platform/calendar/timeBuckets.ts';
import { plainArray, textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { isKnownOf } from '../periods/storedDays.ts';
import type { Location } from '../rules/expectedDaylight.ts';
import { expectedEnergy } from './expected.ts';

const DAYS = 7;
/** Plants of one run; the rest follows in the next one. */
const BATCH_SIZE = 200;

interface Plant {
  sid: string;
  timezone: string;
  latitude: number;
  longitude: number;
  powerMaxW: number;
}

/** Returns the last seven finished days of a plant, the oldest first. */
function weekBefore(at: Date, timezone: string): Day[] {
  const today = localDay(at.getTime(), timezone);
  return eachDay(addDays(today, -DAYS), addDays(today, -1));
}

/** Stores the energy under a clear sky of each plant with data in these days, once a day; returns the number of plants. */
export async function storeExpectedWeeks(
  { sql, clock, log }: Pick<Context, 'sql' | 'clock' | 'log'>,
  signal?: AbortSignal,
): Promise<number> {
  const now = clock.now();
  const plants = await sql<Plant[]>`
    select s.sid, s.timezone, s.latitude, s.longitude, s.power_max_w
    from sites s join site_live l on l.sid = s.sid ${joinZones(sql, { at: now })}
    where l.at > ${new Date(now.getTime() - (DAYS + 1) * 86_400_000)}
      and (l.expected_until is null or l.expected_until < z.today - 1)
    order by l.expected_until nulls first, s.sid limit ${BATCH_SIZE}`;
  let stored = 0;
  for (const plant of plants) {
    if (signal?.aborted) break;
    try {
      await sql.begin((tx) => storeExpectedWeek(tx, plant, now));
      stored++;
    } catch (error) {
      // A failure of one plant does not affect the others; it is retried in the next run.
      log.error({ err: error, sid: plant.sid }, 'expected energy not stored');
    }
  }
  return stored;
}

async function storeExpectedWeek(tx: Transaction, plant: Plant, now: Date): Promise<void> {
  const days = weekBefore(now, plant.timezone);
  const expected = await expectedEnergy(tx, plant, days, now);
  const wh = expected && days.map((day) => expected.byDay.get(day) ?? null);
  await tx`
    update site_live set expected_until = ${days.at(-1) ?? null}, expected_wh = ${wh && plainArray(wh)}::text::float8[]
    where sid = ${plant.sid}`;
}

export interface DayOfWeek {
  day: Day;
  /** Wh; null: no value. */
  energyWh: number | null;
  expectedWh: number | null;
}

/** A plant with its stored expectation. */
export interface PlantOfWeek extends Location {
  sid: string;
  expectedUntil: Day | null;
  expectedWh: readonly (number | null)[] | null;
}

/** Returns the last seven finished days of each plant, the oldest first. The caller has found the plants among the accessible ones. */
export async function weeksOfPlants(
  sql: Transaction,
  plants: readonly PlantOfWeek[],
  at: Date,
): Promise<Map<string, DayOfWeek[]>> {
  const weeks = plants.map((plant) => ({ plant, days: weekBefore(at, plant.timezone) }));
  const bounds = weeks.flatMap(({ days }) => days).toSorted();
  const stored = await sql<{ sid: string; day: Day; energyWh: number; coveredS: number }[]>`
    select sid, day, energy_wh, covered_s
    from seen_days(${textArray(plants.map(({ sid }) => sid))}::text::text[], ${bounds[0] ?? null}::date, ${bounds.at(-1) ?? null}::date)`;
  const bySid = Map.groupBy(stored, ({ sid }) => sid);
  return new Map(
    weeks.map(({ plant, days }) => {
      const isKnown = isKnownOf(plant, at);
      const energies = new Map(
        (bySid.get(plant.sid) ?? []).filter(isKnown).map(({ day, energyWh }) => [day, energyWh]),
      );
      const expected = expectedByDay(plant);
      return [
        plant.sid,
        days.map((day) => ({ day, energyWh: energies.get(day) ?? null, expectedWh: expected.get(day) ?? null })),
      ];
    }),
  );
}

function expectedByDay({ expectedUntil, expectedWh }: PlantOfWeek): Map<Day, number | null> {
  if (expectedUntil === null || expectedWh === null) return new Map();
  return new Map(expectedWh.map((wh, index) => [addDays(expectedUntil, index - DAYS + 1), wh]));
}
