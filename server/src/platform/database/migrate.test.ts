// Tests migrations of an old database: samples stored as plain rows stay unchanged, and new reports continue from them.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { expectPlant, inTime, type ModelSample, type Plant, readAll, tell } from '../../../test/sampleModel.ts';
import { parseConfig } from '../../config.ts';
import { aggregateEnergyDays, type EnergySource, inOrder } from '../../energy/rules/deviceEnergy.ts';
import { energySource } from '../../families/families.ts';
import { eventsOf } from '../../ingest/deviceEvents.ts';
import { compactSampleDays } from '../../samples/sealing.ts';
import { createServices } from '../../services.ts';
import { dayStartMs } from '../calendar/rules/localDays.ts';
import type { Sql } from './connect.ts';
import { migrate, migrationsDir } from './migrate.ts';

const database = await freshDatabase('template0');
const { sql } = database;
const olderDir = mkdtempSync(join(tmpdir(), 'heliograph-migrations-'));
afterAll(async () => {
  rmSync(olderDir, { recursive: true, force: true });
  await database.drop();
});

const context = {
  sql,
  clock: { now: () => new Date('2026-06-05T12:00:00Z') },
  config: parseConfig({ env: { DEMO: 'off' }, production: false, isRoot: false }),
  log: pino({ level: 'silent' }),
  ...createServices(sql),
};

/** Applies only the migrations up to this number. */
async function migrateTo(last: string): Promise<void> {
  for (const name of readdirSync(migrationsDir))
    if (name <= `${last}~`) copyFileSync(join(migrationsDir, name), join(olderDir, name));
  await migrate(sql, olderDir);
}

/** Returns samples in which each column is sometimes missing; single precision has seven digits, the counter is double. */
function oldSamples(startMs: number): ModelSample[] {
  return Array.from({ length: 200 }, (_, index) => {
    const values: [QuantityName, number][] = [
      ['powerW', [0, 131.07, 0.3, 399.99, 1_000_000][index % 5]!],
      ['counterWh', index % 13 === 5 ? 1 / 3 : index * 0.2308],
      ['busVoltageV', (371 + index) / 10],
      ['gridVoltageV', 230.04],
      ['frequencyHz', 49.98],
      ['temperatureC', index - 12.5],
      ['input1PowerW', index / 100],
      ['input2PowerW', 100],
      ['input3PowerW', 12.34],
      ['input4PowerW', 1.5],
      ['input1VoltageV', 29.7],
      ['input2VoltageV', 31.25],
      ['input3VoltageV', 0.1],
      ['input4VoltageV', 40],
      ['input1CurrentA', 4.06],
      ['input2CurrentA', 7.77],
      ['input1CounterWh', 1234.5],
      ['input2CounterWh', 2],
      ['input3CounterWh', 65535.4],
      ['input4CounterWh', 9.25],
    ];
    return {
      atMs: startMs + index * 900_000 + (index % 7) * 1_001,
      statusBits: index % 50 === 0 ? [0, 0x20, -(2 ** 31), 2 ** 31 - 1][index / 50]! : 0,
      mode: [6, -1, 4][index % 3]!,
      imported: index % 11 === 0,
      quantities: Object.fromEntries(values.filter((_, position) => (index * 31 + position * 17) % 23 !== 0)),
    };
  });
}

/** Inserts the relevant rows of the seed of that time. */
async function seedOld(on: Sql): Promise<void> {
  await on`insert into companies (kind, name) values ('manager', 'Heliograph')`;
  await on`
    insert into products (model, name, kind, inputs, rated_power_w, frame_profile)
    values (400, 'BDM-400', 'microinverter', 1, 400, 'BDM-400')`;
}

/** Creates a plant in Berlin of the root company, with the columns of that time. */
async function makeOldSite(
  sid: string,
  { sn, companyId, ownerId = null }: { sn?: string; companyId?: number; ownerId?: number | null } = {},
): Promise<string> {
  await sql`
    insert into sites (sid, name, company_id, owner_id, country_code, latitude, longitude, timezone, temperature_unit, currency, power_max_w, created_at)
    select ${sid}, 'Old', coalesce(${companyId ?? null}, min(id)), ${ownerId}, 'DE', 47.66, 9.18, 'Europe/Berlin', 'Celsius', 'EUR', 400, '2026-01-01'
    from companies`;
  await sql`insert into site_live (sid) values (${sid})`;
  if (sn === undefined) return sid;
  await sql`
    insert into devices (sid, sn, product_id, created_at) select ${sid}, ${sn}, id, '2026-01-01' from products where name = 'BDM-400'`;
  await sql`insert into device_live (sid, sn) values (${sid}, ${sn})`;
  await sql`insert into serial_numbers (sn, product_id, sid) select sn, product_id, sid from devices where sn = ${sn}`;
  return sid;
}

const columnOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

async function writeOld({ sid, sn, model }: Plant, source: EnergySource): Promise<void> {
  await sql`create table samples_then partition of samples default`;
  for (const { atMs, statusBits, mode, imported, quantities } of model.values()) {
    const columns = Object.entries(quantities).map(([name, value]) => [columnOf(name), value as number]);
    const row = { sid, sn, at: new Date(atMs), status: statusBits, mode, imported, ...Object.fromEntries(columns) };
    await sql`insert into samples ${sql(row)}`;
  }
  const samples = inTime(model);
  const energies = samples.map(({ atMs, imported, quantities }) => ({
    atMs,
    imported,
    powerW: quantities.powerW ?? null,
    counterWh: quantities.counterWh ?? null,
  }));
  for (const row of aggregateEnergyDays(null, inOrder(energies), source).days) {
    const at = (ms: number | null) => (ms === null ? null : new Date(ms));
    // With named fields, the stored form of aggregate states at that time.
    await sql`
      insert into device_days (sid, sn, day, energy_wh, integrated_wh, source, covered_s, peak_w, peak_at, first_at, last_at, samples, carry)
      values (${sid}, ${sn}, ${row.day}, ${row.energyWh}, ${row.integratedWh}, ${row.source}, ${row.coveredS}, ${row.peakW},
        ${at(row.peakAtMs)}, ${at(row.firstAtMs)}, ${at(row.lastAtMs)}, ${row.samples}, ${JSON.stringify(row.carryAfter)}::text::jsonb)`;
  }
  for (const { code, openedAtMs, closedAtMs } of eventsOf({ sid, sn }, 0, samples).opened) {
    const closedAt = closedAtMs === null ? null : new Date(closedAtMs);
    await sql`
      insert into events (sid, sn, code, opened_at, closed_at) values (${sid}, ${sn}, ${code}, ${new Date(openedAtMs)}, ${closedAt})`;
  }
  const last = samples.at(-1)!;
  await sql`
    update device_live set at = ${new Date(last.atMs)}, received_at = at, quantities = ${JSON.stringify(last.quantities)}::text::jsonb,
      status_bits = ${last.statusBits}, mode = ${last.mode}
    where sid = ${sid} and sn = ${sn}`;
}

test('000004: converts plain rows to hot rows with the same samples, which then continue and are compacted like any', async () => {
  await migrateTo('000003');
  await seedOld(sql);
  const sid = await makeOldSite('DE_20260101_old001', { sn: '70000001' });
  const plant: Plant = { sid, sn: '70000001', model: new Map() };
  for (const sample of oldSamples(dayStartMs('2026-06-01', 'Europe/Berlin'))) plant.model.set(sample.atMs, sample);
  const source = energySource('BDM-400', 400, { timeZone: 'Europe/Berlin', latitude: 47.66, longitude: 9.18 });
  await writeOld(plant, source);

  expect(await migrate(sql)).toContain('000004_day_blocks');
  const before = inTime(plant.model);
  expect(await readAll(sql, sid, plant.sn)).toEqual(before);
  expect([...(await sql`select to_regclass('samples') as old, to_regclass('samples_then') as part`)]).toEqual([
    { old: null, part: null },
  ]);
  const [live] = await sql`select quantities from device_live where sn = ${plant.sn}`;
  expect(live!.quantities).toEqual(before.at(-1)!.quantities);
  const plain = { statusBits: 0, mode: 6, imported: false };
  // One sample in order, continuing from the stored aggregate state, and a late one.
  const lastMs = before.at(-1)!.atMs;
  await tell(context, plant, [{ ...plain, atMs: lastMs + 300_000, quantities: { powerW: 12, counterWh: 700 } }]);
  await tell(context, plant, [{ ...plain, atMs: before[100]!.atMs + 5_000, quantities: { powerW: 1, counterWh: 30 } }]);
  await expectPlant(sql, plant);
  expect((await compactSampleDays(context)).samples).toBe(before.length + 2);
  await expectPlant(sql, plant);
});

test('000005: fills the access index as an owner who is no superuser, and removes former rights of calls', async () => {
  const old = await freshDatabase('template0');
  // The tests' own role owns its databases and is no superuser.
  const { sql } = old;
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-migrations-'));
  for (const name of readdirSync(migrationsDir))
    if (name <= '000004~') copyFileSync(join(migrationsDir, name), join(folder, name));
  await migrate(sql, folder);
  await seedOld(sql);
  try {
    const [root] = await sql<{ id: number }[]>`select id from companies`;
    const [child] = await sql<{ id: number }[]>`
      insert into companies (parent_id, kind, name) values (${root!.id}, 'installer', 'Child') returning id`;
    const users = await sql<{ id: number }[]>`
      insert into users (email, password_hash) values ('owner@example.com', '-'), ('guest@example.com', '-'), ('fitter@example.com', '-') returning id`;
    const [ownerId, guestId, installerId] = users.map(({ id }) => id) as [number, number, number];
    await sql`
      insert into sites (sid, name, company_id, owner_id, installer_id, country_code, latitude, longitude, timezone, temperature_unit, currency, power_max_w, created_at)
      values ('DE_20260101_old002', 'Old', ${child!.id}, ${ownerId}, ${installerId}, 'DE', 47, 9, 'Europe/Berlin', 'Celsius', 'EUR', 400, now())`;
    await sql`insert into site_live (sid) values ('DE_20260101_old002')`;
    await sql`insert into site_shares (sid, user_id) values ('DE_20260101_old002', ${guestId})`;

    expect(await migrate(sql)).toContain('000005_access');
    const seenBy = [-child!.id, -root!.id, ownerId, installerId, guestId].sort((a, b) => a - b);
    const rows = await sql<{ sharedWith: number[]; seenBy: number[]; liveSeenBy: number[] }[]>`
      select s.shared_with, s.seen_by, l.seen_by as live_seen_by from sites s join site_live l using (sid)`;
    expect(rows.map((row) => row.sharedWith)).toEqual([[guestId]]);
    for (const row of rows) {
      expect(row.seenBy.toSorted((a, b) => a - b)).toEqual(seenBy);
      expect(row.liveSeenBy).toEqual(row.seenBy);
    }
    await expect(
      sql.begin(async (tx) => {
        await tx`set local role heliograph_call`;
        await tx`select password_hash from users`;
      }),
    ).rejects.toThrow('permission denied');
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await old.drop();
  }
});

test('000051: recomputes peaks of plants where one of several devices uploads less often than the curve has slots', async () => {
  const old = await freshDatabase('template0');
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-migrations-'));
  for (const name of readdirSync(migrationsDir))
    if (name <= '000050~') copyFileSync(join(migrationsDir, name), join(folder, name));
  try {
    await migrate(old.sql, folder);
    await seedOld(old.sql);
    const plants = { DE_slow: [300, 900], DE_quick: [60, 300], DE_alone: [900] };
    for (const [sid, intervals] of Object.entries(plants)) {
      await old.sql`
        insert into sites (sid, name, company_id, country_code, latitude, longitude, timezone, temperature_unit, currency, power_max_w, created_at)
        select ${sid}, 'Old', min(id), 'DE', 47, 9, 'Europe/Berlin', 'Celsius', 'EUR', 400, now() from companies`;
      for (const [n, everyS] of intervals.entries()) {
        const sn = `${sid}${n}`;
        await old.sql`insert into devices (sid, sn, product_id, created_at) select ${sid}, ${sn}, min(id), now() from products`;
        await old.sql`insert into device_live (sid, sn, upload_every_s) values (${sid}, ${sn}, ${everyS})`;
      }
    }
    expect(await migrate(old.sql)).toContain('000051_peaks_found_again');
    expect(await old.sql`select sid, kind from site_jobs`).toEqual([{ sid: 'DE_slow', kind: 'findPeaks' }]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await old.drop();
  }
});
