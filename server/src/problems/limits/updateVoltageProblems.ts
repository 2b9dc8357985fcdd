// Checks each plant once a day for energy lost by a high grid voltage: a noticeable loss is an event while it lasts.
import { MAX_VOLTAGE_DAYS } from '@heliograph/contract/gridVoltage.ts';
import type { Context } from '../../context.ts';
import { devicesAtLimit, type VoltageDevice } from '../../energy/voltage/gridVoltage.ts';
import { PRODUCING_KINDS } from '../../families/kinds.ts';
import { addDays, type Day, dayStartMs, localDay } from '../../platform/calendar/rules/localDays.ts';
import { joinZones } from '../../platform/calendar/timeBuckets.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { beginOf, FREE_DAYS, isOver, NOTICED_DAYS, noticeableLosses } from './rules/voltageLoss.ts';
import { readVoltageLosses, updateVoltageLosses } from './voltageLosses.ts';

const CODE = 'voltageCurtailment';
/** Plants of one run; the rest follows in the next run, minutes later. */
const BATCH_SIZE = 100;
/** Plants that have been silent for longer have nothing to check. */
const SILENT_DAYS = 3;
/** Losses are summed over a year (valueProblems.ts). */
const STORED_DAYS = 366;

interface Plant {
  sid: string;
  timezone: string;
}

/** Returns the number of plants that it checked. */
export async function updateVoltageProblems(
  { sql, clock, nudges, log }: Pick<Context, 'sql' | 'clock' | 'nudges' | 'log'>,
  signal?: AbortSignal,
): Promise<number> {
  const now = clock.now();
  const plants = await sql<Plant[]>`
    select s.sid, s.timezone from sites s join site_live l on l.sid = s.sid ${joinZones(sql, { at: now })}
    where l.at > ${new Date(now.getTime() - SILENT_DAYS * 86_400_000)} and (l.voltage_checked_on is null or l.voltage_checked_on < z.today)
    order by l.voltage_checked_on nulls first, s.sid limit ${BATCH_SIZE}`;
  await closeUnreported(sql, now);
  let checked = 0;
  for (const plant of plants) {
    if (signal?.aborted) break;
    try {
      await checkPlant(sql, plant, now);
      checked++;
    } catch (error) {
      // A failure of one plant does not affect the others; it is retried in the next run.
      log.error({ err: error, sid: plant.sid }, 'grid voltage not checked');
      continue;
    }
    nudges.publish([plant.sid]);
  }
  return checked;
}

/** Ends the problems of devices that were removed, or that have not reported for as long as an end takes: their silence is the problem then. */
async function closeUnreported(sql: Sql, now: Date): Promise<void> {
  await sql`
    update events e set closed_at = ${now} from devices d join device_live l on l.sid = d.sid and l.sn = d.sn
    where e.code = ${CODE} and e.closed_at is null and d.sid = e.sid and d.sn = e.sn
      and (d.removed_at is not null or l.at < ${new Date(now.getTime() - FREE_DAYS * 86_400_000)})`;
}

async function checkPlant(sql: Sql, { sid, timezone }: Plant, now: Date): Promise<void> {
  const today = localDay(now.getTime(), timezone);
  const days = { start: addDays(today, -FREE_DAYS), end: addDays(today, -1) };
  await sql.begin(async (tx) => {
    const [devices, events] = await Promise.all([
      tx<VoltageDevice[]>`
        select d.sid, d.sn, p.kind, s.timezone, s.latitude, s.longitude, d.tilt_deg, d.azimuth_deg
        from devices d join sites s on s.sid = d.sid join products p on p.id = d.product_id
        where d.sid = ${sid} and d.removed_at is null and p.kind = any (${PRODUCING_KINDS}::text[]) order by d.sn`,
      tx<{ sn: string }[]>`select sn from events where sid = ${sid} and code = ${CODE} and closed_at is null`,
    ]);
    const open = new Set(events.map(({ sn }) => sn));
    const numbers = devices.map(({ sn }) => sn);
    const atLimit = await devicesAtLimit(tx, { sid, timezone }, numbers, days);
    for (const device of devices)
      if (open.has(device.sn) || atLimit.has(device.sn)) await updateVoltageLosses(tx, device, days, now);
    const losses = await readVoltageLosses(tx, sid, days);
    const newest = addDays(today, -NOTICED_DAYS);
    const noticed = noticeableLosses(
      new Map([...losses].map(([sn, list]) => [sn, list.filter(({ day }) => day >= newest)])),
    );
    for (const device of devices)
      if (noticed.includes(device.sn) && !open.has(device.sn)) await openEvent(tx, device, today, now);
    const over = [...open].filter((sn) => !numbers.includes(sn) || isOver(losses.get(sn) ?? []));
    await tx`
      update events set closed_at = ${now}
      where sid = ${sid} and code = ${CODE} and closed_at is null and sn in (select unnest(${textArray(over)}::text::text[]))`;
    await tx`delete from voltage_losses where sid = ${sid} and day < ${addDays(today, -STORED_DAYS)}`;
    await tx`update site_live set voltage_checked_on = ${today} where sid = ${sid}`;
  });
}

/** Opens the event at the beginning of the loss, which may have lasted for weeks: an earlier day is computed when it is needed. */
async function openEvent(tx: Transaction, device: VoltageDevice, today: Day, now: Date): Promise<void> {
  const { sid, sn, timezone } = device;
  const days = { start: addDays(today, -MAX_VOLTAGE_DAYS), end: addDays(today, -1) };
  await updateVoltageLosses(tx, device, days, now);
  const begin = beginOf((await readVoltageLosses(tx, sid, days)).get(sn) ?? []) ?? addDays(today, -NOTICED_DAYS);
  await tx`
    insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, ${CODE}, ${new Date(dayStartMs(begin, timezone))})
    on conflict (sid, sn, code, opened_at) do update set closed_at = null`;
}
