// A plant got another time zone or place: its days begin elsewhere, so all of them are recomputed from the samples, device by device.
import type { Context } from '../context.ts';
import type { Sql, Transaction } from '../db/connect.ts';
import { energySource } from '../families/families.ts';
import { type Carry, type DayRow, type EnergySource, foldDays } from '../rules/energy.ts';
import { addDays, type Day, dayBounds, localDay } from '../rules/localDays.ts';
import { Damaged } from '../samples/bytes.ts';
import { readKeptFrom } from '../samples/retention.ts';
import { energySamplesAfter } from '../samples/samples.ts';
import { type DayChange, dayStoreOf, thinCarries } from './deviceDays.ts';
import { tellRegistry } from './registry.ts';
import { lockSites, restate, writeSiteDays } from './siteTotals.ts';
import type { SiteWork } from './siteWork.ts';

export interface Place {
  timezone: string;
  latitude: number;
  longitude: number;
}

/**
 * Call it in the transaction that moves a plant, with the place that it had: its devices' days stay with that place
 * until each device's are exchanged, and reports meanwhile are folded as the days before them.
 */
export async function keepOldPlace(tx: Transaction, sid: string, before: Place): Promise<void> {
  // In the order in which reports lock them.
  await tx`select sn from device_live where sid = ${sid} order by sn for update`;
  // One that never reported is with the new place at once: a first report that is under way is read again.
  await tx`
    update device_live set version = version + 1,
      fold = fold + case when at is null then 1 else 0 end,
      fold_timezone = case when at is not null then coalesce(fold_timezone, ${before.timezone}) end,
      fold_latitude = case when at is not null then coalesce(fold_latitude, ${before.latitude}) end,
      fold_longitude = case when at is not null then coalesce(fold_longitude, ${before.longitude}) end
    where sid = ${sid}`;
  // All: numbers of a plant are a question to its node.
  await tellRegistry(tx, ['*']);
}

type Door = Pick<Context, 'sql' | 'log' | 'nudges'>;

/**
 * Exchanges the days of all devices that are still with an old place, released ones too: their history stays with the
 * plant. What each device shows is the old days until its own transaction, and the new ones after it.
 */
export async function recomputeSite({ sql, log, nudges }: Door, work: SiteWork): Promise<void> {
  const { sid } = work;
  /** Days beside a damaged block stay as they are. */
  const damaged: string[] = [];
  const [waiting] = await sql<{ devices: number }[]>`
    select count(*) as devices from device_live where sid = ${sid} and fold_timezone is not null`;
  await work.count(waiting!.devices);
  for (;;) {
    const [next] = await sql<{ sn: string }[]>`
      select sn from device_live where sid = ${sid} and fold_timezone is not null and sn <> all (${damaged}) order by sn limit 1`;
    if (!next) return;
    const key = { sid, sn: next.sn };
    try {
      for (let tries = 1; !(await recomputeDevice(sql, key, work, tries)); tries++) await work.hold();
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      log.error(
        { ...key, reason: error.message },
        'a block of samples is damaged; the days of its device stay as they were',
      );
      damaged.push(next.sn);
      await sql.begin((tx) => work.step(tx as Transaction, 1));
    }
    nudges.tell([sid]);
  }
}

interface Key {
  sid: string;
  sn: string;
}

interface Device extends Place {
  frameProfile: string | null;
  ratedPowerW: number;
  atMs: number;
  foldTimezone: string;
}

/** After so many tries in which late reports came between, all of it is done while the device is locked. */
const TRIES = 3;
/** A few days of five-minute samples at a time. */
const SAMPLES_AT_ONCE = 2000;

/**
 * Folds all but the last days without any lock, then locks the device, folds the rest and exchanges its days. False: a
 * late report, another move or the end of a retention came between, and it is to be done again.
 */
async function recomputeDevice(sql: Sql, key: Key, work: SiteWork, tries: number): Promise<boolean> {
  const { sid, sn } = key;
  const device = await readDevice(sql, key);
  // Released from its place by the exchange of another, or gone with its plant.
  if (!device) return true;
  const kept = await readKeptFrom(sql);
  const source = sourceOf(device);
  const folding = new Folding(source, kept.power);
  const quietFrom = addDays(localDay(device.atMs, device.foldTimezone), -1);
  const marks = tries > TRIES ? '' : await marksOf(sql, key, quietFrom);
  if (tries <= TRIES) {
    const endMs = dayBounds(quietFrom, device.foldTimezone).startMs;
    while (await folding.next(sql, key, endMs)) await work.hold();
  }
  const days = await sql.begin(async (begun) => {
    const tx = begun as Transaction;
    await tx`select sn from device_live where sid = ${sid} and sn = ${sn} for update`;
    const now = await readDevice(tx, key);
    if (!now) return { again: false, rows: [] };
    const same =
      now.timezone === device.timezone &&
      now.latitude === device.latitude &&
      now.longitude === device.longitude &&
      (await readKeptFrom(tx)).power === kept.power &&
      (tries > TRIES || (await marksOf(tx, key, quietFrom)) === marks);
    if (!same) return { again: true, rows: [] };
    while (await folding.next(tx, key, Number.POSITIVE_INFINITY));
    const rows = [...folding.rows.values()];
    await exchange(tx, key, now, kept.power, rows);
    await work.step(tx, 1);
    return { again: false, rows };
  });
  const [first] = days.rows;
  const last = days.rows.at(-1);
  if (first && last) await thinCarries(sql, [{ ...key, fromDay: first.day, toDay: last.day }]);
  return !days.again;
}

/** All days of a device from its samples, a few at a time. */
class Folding {
  readonly rows = new Map<Day, DayRow>();
  #carry: Carry | null = null;
  #afterMs: number | null;
  readonly #source: EnergySource;

  /** Days whose samples were dropped stay as they are. */
  constructor(source: EnergySource, keptFrom: Day | null) {
    this.#source = source;
    this.#afterMs = keptFrom === null ? null : dayBounds(keptFrom, source.timeZone).startMs - 1;
  }

  /** False when there are no more samples before this instant. */
  async next(sql: Sql | Transaction, { sid, sn }: Key, endMs: number): Promise<boolean> {
    const read = await energySamplesAfter(sql, { sid, sn, afterMs: this.#afterMs, limit: SAMPLES_AT_ONCE });
    const samples = read.filter(({ atMs }) => atMs < endMs);
    const { days, carry } = foldDays(this.#carry, samples, this.#source);
    for (const row of days) this.rows.set(row.day, row);
    this.#carry = carry;
    if (carry) this.#afterMs = carry.atMs;
    return samples.length === SAMPLES_AT_ONCE;
  }
}

async function exchange(tx: Transaction, key: Key, { timezone, atMs }: Device, keptFrom: Day | null, rows: DayRow[]) {
  const { sid, sn } = key;
  const changes: DayChange[] = [];
  // Day energies that were imported without samples keep their day.
  await dayStoreOf(tx, key, (changed) => changes.push(...changed)).replaceDays(keptFrom, null, rows);
  const day = localDay(atMs, timezone);
  await tx`
    update device_live set version = version + 1, fold = fold + 1, fold_timezone = null, fold_latitude = null, fold_longitude = null, day = ${day},
      today_wh = coalesce((select energy_wh from device_days where sid = ${sid} and sn = ${sn} and day = ${day}), 0),
      total_wh = coalesce((select round(sum(energy_wh)::numeric, 6) from device_days where sid = ${sid} and sn = ${sn}), 0)
    where sid = ${sid} and sn = ${sn}`;
  await tellRegistry(tx, [sn]);
  await lockSites(tx, [sid]);
  await Promise.all(writeSiteDays(tx, changes));
  await tx`
    update site_live l set day = x.day,
      today_wh = coalesce((select energy_wh from site_days d where d.sid = ${sid} and d.day = x.day), 0),
      total_wh = coalesce((select round(sum(energy_wh)::numeric, 6) from site_days d where d.sid = ${sid}), 0)
    from (select max(day) as day from device_live where sid = ${sid}) x
    where l.sid = ${sid}`;
  await restate(tx, [sid]);
}

/** Undefined: its days are with its plant's place, or it is gone. */
async function readDevice(sql: Sql | Transaction, { sid, sn }: Key): Promise<Device | undefined> {
  const [device] = await sql<Device[]>`
    select p.frame_profile, p.rated_power_w, s.timezone, s.latitude, s.longitude, l.fold_timezone,
      (extract(epoch from l.at) * 1000)::int8 as at_ms
    from device_live l join devices d using (sid, sn) join products p on p.id = d.product_id join sites s using (sid)
    where l.sid = ${sid} and l.sn = ${sn} and l.fold_timezone is not null and l.at is not null`;
  return device;
}

function sourceOf({ frameProfile, ratedPowerW, timezone, latitude, longitude }: Device): EnergySource {
  return energySource(frameProfile, ratedPowerW, { timeZone: timezone, latitude, longitude });
}

/** Another text when a sample of an earlier day came, or one was replaced, meanwhile. */
async function marksOf(sql: Sql | Transaction, { sid, sn }: Key, before: Day): Promise<string> {
  const [row] = await sql<{ marks: string }[]>`
    select coalesce(md5(string_agg(
      concat_ws(' ', day, samples, source, energy_wh, integrated_wh, covered_s, peak_w, peak_at, first_at, last_at), ',' order by day)), '')
      as marks
    from device_days where sid = ${sid} and sn = ${sn} and day < ${before}`;
  return row!.marks;
}
