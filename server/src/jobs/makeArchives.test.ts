// Tests account archives: created once, for their owner only, and imported by another portal with exactly the same energies.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ZipBuffer } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { makeDevice, makePicture, makeSite, makeUser } from '../../test/factories.ts';
import { reportServer } from '../../test/reportServer.ts';
import { testServer } from '../../test/testServer.ts';
import type { Context } from '../context.ts';
import { ingestHistory } from '../ingest/ingestHistory.ts';
import type { Sql } from '../platform/database/connect.ts';
import { readHistory } from '../samples/samples.ts';
import { importArchive } from '../tools/archive/importArchive.ts';
import { makeArchives } from './makeArchives.ts';

const source = await testServer();
const target = await reportServer();
const { ask, app, call, clock, context, sql, signedIn } = source;
const folder = mkdtempSync(join(tmpdir(), 'archive-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
for (const each of [clock, target.clock]) each.set('2026-11-21T00:00:00Z');

let count = 0;
/** Downloads the archive and unpacks it into a folder, which is returned. */
async function downloadArchive(token: string): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/v2/account/archive/fetch',
    headers: { authorization: token },
    payload: {},
  });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  const into = join(folder, String(count++));
  for (const [name, entry] of new ZipBuffer(answer.rawPayload)) {
    mkdirSync(join(into, dirname(name)), { recursive: true });
    writeFileSync(join(into, name), entry.contentSync());
  }
  return into;
}

/** Stores days of power with a counter, with values that are not round. */
async function storeDays(on: Context, sn: string, days: number): Promise<void> {
  const atMs: number[] = [];
  for (let day = 0; day < days; day++)
    for (let minute = 300; minute < 1140; minute += 10)
      atMs.push(Date.parse('2026-06-01T00:00:00Z') + day * 86_400_000 + minute * 60_000);
  const powerW = atMs.map((ms) => Math.round(4000 * Math.max(0, Math.sin(((ms / 60_000) % 1440) / 500)) * 100) / 100);
  let counter = 1234.2;
  const counterWh = powerW.map((power) => {
    counter = Math.round((counter + power / 6) * 10) / 10;
    return counter;
  });
  const columns = {
    atMs: Float64Array.from(atMs),
    statusBits: Int32Array.from(atMs, () => 0),
    mode: Int16Array.from(atMs, () => 6),
    imported: Uint8Array.from(atMs, () => 0),
    values: { powerW: Float64Array.from(powerW), counterWh: Float64Array.from(counterWh) },
  };
  expect(await ingestHistory(on, [{ sn, columns }])).toMatchObject({ stored: atMs.length, unknown: [] });
}

/** Returns everything that must be equal after the import. */
async function stateOf(on: Sql, sids: readonly string[]) {
  const samples: unknown[] = [];
  const devices = await on<{ sid: string; sn: string; isRemoved: boolean }[]>`
    select sid, sn, alias, gateway_sn, string_number, tilt_deg, azimuth_deg, orientation, removed_at is not null as is_removed,
      (select model from products p where p.id = d.product_id) as model
    from devices d where sid = any (${sids as string[]}) order by sid, sn`;
  for (const { sid, sn } of devices)
    for await (const piece of readHistory(on, { sid, sn, fromMs: 0, toMs: 2e12 }))
      samples.push([
        sn,
        [...piece.atMs],
        Object.entries(piece.values)
          .map(([name, column]) => [name, [...column]])
          .toSorted(),
      ]);
  return {
    devices,
    samples,
    sites: await on`
      select sid, name, country_code, city, street, latitude, longitude, timezone, currency, power_max_w, commissioned_on, pv_brand, remark, created_at
      from sites where sid = any (${sids as string[]}) order by sid`,
    days: await on`
      select sid, sn, day, energy_wh, integrated_wh, source, covered_s, peak_w, peak_at, samples from device_days
      where sid = any (${sids as string[]}) order by sid, sn, day`,
    // Sums of doubles, whose last bit depends on the order in which devices are added.
    siteDays: await on`
      select sid, day, round(energy_wh::numeric, 6) as energy_wh, source, devices from site_days where sid = any (${sids as string[]}) order by sid, day`,
    prices: await on`
      select sid, valid_from, price, feed_in_price from site_prices where sid = any (${sids as string[]}) order by sid, valid_from`,
    zones: await on`select * from zones where sid = any (${sids as string[]}) order by sid, zone`,
    modules: await on`
      select m.sid, m.sn, m.input, m.label, p.name as page, m.zone, m.zone_row, m.zone_column from modules m
        left join module_pages p on p.sid = m.sid and p.page = m.page
      where m.sid = any (${sids as string[]}) order by m.sid, m.sn, m.input`,
    pictures:
      await on`select sid, name, width, height, substr(bytes, 9, 4) = 'WEBP' as is_drawn from site_pictures where sid = any (${sids as string[]}) order by sid, name`,
  };
}

async function ownerOfTwo() {
  const owner = await makeUser(sql, { role: 'owner', name: 'Ada Roof' });
  const sid = await makeSite(sql, {
    ownerId: owner.id,
    name: 'Roof, "east"\nside',
    city: 'Konstanz',
    price: 0.31,
    timezone: 'Europe/Berlin',
  });
  const [first, second, removed] = [
    await makeDevice(sql, { sid }),
    await makeDevice(sql, { sid }),
    await makeDevice(sql, { sid }),
  ];
  for (const { sn } of [first, second, removed]) await storeDays(context, sn, 5);
  await sql`update devices set alias = 'South', string_number = 2, tilt_deg = 30, azimuth_deg = 180 where sid = ${sid} and sn = ${first.sn}`;
  await sql`update devices set removed_at = now() where sid = ${sid} and sn = ${removed.sn}`;
  await sql`update serial_numbers set sid = null where sn = ${removed.sn}`;
  await sql`insert into site_prices (sid, valid_from, price, feed_in_price) values (${sid}, '2026-06-03', 0.335, 0.08)`;
  await sql`insert into layouts (sid, version, changed_at, changed_by) values (${sid}, 1, now(), ${owner.id})`;
  await sql`
    insert into zones (sid, zone, name, x_m, y_m, rotation_deg, orientation, row_count, column_count)
    values (${sid}, 1, 'Main', 1.5, 2, 10, 'portrait', 2, 3)`;
  await sql`insert into module_pages (sid, page, name, place) values (${sid}, 1, 'Roof', 1)`;
  await sql`
    insert into modules (sid, sn, input, page, label, zone, zone_row, zone_column) values (${sid}, ${first.sn}, 1, 1, 'A1', 1, 1, 2)`;
  await makePicture(sql, { sid, name: 'p'.repeat(22) });
  const bare = await makeSite(sql, { ownerId: owner.id, name: 'Nothing yet' });
  const foreign = await makeSite(sql, { name: 'Of somebody else', sharedWith: [owner.id] });
  return { owner, token: await signedIn(owner.id), sids: [sid, bare], foreign, sn: first.sn };
}

test('imports an archive into another portal with the same plants, devices, samples, days, prices, layout and pictures', async () => {
  const { owner, token, sids, foreign } = await ownerOfTwo();
  expect(await ask('account/archive', {}, { token })).toEqual({ archive: null });
  await ask('account/archive/ask', {}, { token });
  // A second request does not create another archive.
  await ask('account/archive/ask', {}, { token });
  expect((await ask('account/archive', {}, { token })).archive).toMatchObject({ state: 'waiting', untilIso: null });
  expect((await call('account/archive/fetch', {}, { token })).code).toBe(1431);
  await makeArchives(context);
  expect((await ask('account/archive', {}, { token })).archive).toMatchObject({
    state: 'ready',
    plants: 2,
    donePlants: 2,
    failure: null,
    untilIso: '2026-11-22T00:00:00.000Z',
  });
  const into = await downloadArchive(token);
  const description = readFileSync(join(into, 'account.json'), 'utf8');
  expect(JSON.parse(description)).toMatchObject({
    format: 'heliograph-account',
    account: { email: owner.email, name: 'Ada Roof' },
    plants: sids.toSorted().map((sid) => ({ sid })),
  });
  for (const secret of [foreign, 'argon2', 'Of somebody else']) expect(description).not.toContain(secret);

  const next = await makeUser(target.sql, { role: 'owner', email: 'ada@elsewhere.example' });
  const imported = await importArchive(target.context, { folder: into, owner: 'Ada@elsewhere.example' });
  expect(imported.map(({ sid, restored }) => [sid, restored === null ? null : restored.days.different])).toEqual(
    sids.toSorted().map((sid) => [sid, 0]),
  );
  const [before, after] = [await stateOf(sql, sids), await stateOf(target.sql, sids)];
  expect(before.days.length).toBe(15);
  expect(before.samples.length).toBeGreaterThan(0);
  expect(after).toEqual(before);
  const owners = await target.sql`select distinct owner_id from sites where sid = any (${sids})`;
  expect(owners).toEqual([{ ownerId: next.id }]);

  // Imported again, as after an interruption: nothing is duplicated.
  await importArchive(target.context, { folder: into, owner: 'ada@elsewhere.example' });
  expect(await stateOf(target.sql, sids)).toEqual(before);
});

test('keeps devices that moved between plants of the archive in their current plant, and their history where it was recorded', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const token = await signedIn(owner.id);
  const sids = [await makeSite(sql, { ownerId: owner.id }), await makeSite(sql, { ownerId: owner.id })];
  for (const [from, to] of [sids, sids.toReversed()] as [string, string][]) {
    const { sn } = await makeDevice(sql, { sid: from });
    await storeDays(context, sn, 2);
    await sql`update devices set removed_at = now() where sid = ${from} and sn = ${sn}`;
    await sql`
      insert into devices (sid, sn, seen_by, product_id, created_at)
      select ${to}, sn, seen_by, product_id, now() from devices where sid = ${from} and sn = ${sn}`;
    await sql`
      insert into device_live (sid, sn, seen_by, upload_every_s) select ${to}, sn, seen_by, upload_every_s from device_live
      where sid = ${from} and sn = ${sn}`;
    await sql`update serial_numbers set sid = ${to} where sn = ${sn}`;
  }
  await ask('account/archive/ask', {}, { token });
  await makeArchives(context);
  const into = await downloadArchive(token);
  await makeUser(target.sql, { role: 'owner', email: 'moved@elsewhere.example' });
  await importArchive(target.context, { folder: into, owner: 'moved@elsewhere.example' });
  const before = await stateOf(sql, sids);
  expect(before.devices.map(({ isRemoved }) => isRemoved).toSorted()).toEqual([false, false, true, true]);
  expect(before.samples).not.toHaveLength(0);
  const whereIs = (on: Sql) => on`select sn, sid from serial_numbers where sid = any (${sids}) order by sn`;
  const numbers = await whereIs(sql);
  expect(numbers).toHaveLength(2);
  for (let times = 0; times < 2; times++) {
    expect(await stateOf(target.sql, sids)).toEqual(before);
    expect(await whereIs(target.sql)).toEqual(numbers);
    await importArchive(target.context, { folder: into, owner: 'moved@elsewhere.example' });
  }
});

test('imports a number that only a gateway may announce, and reports conflicts before it creates anything', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const token = await signedIn(owner.id);
  const sids = [await makeSite(sql, { ownerId: owner.id }), await makeSite(sql, { ownerId: owner.id })].toSorted();
  const odd = await makeDevice(sql, { sid: sids[0]!, sn: 'NOT-A-32-BIT-NUMBER' });
  const last = await makeDevice(sql, { sid: sids[1]! });
  await sql`
    insert into products (model, name, kind, inputs, rated_power_w) values (770001, 'Of one company', 'microinverter', 1, 0)`;
  await sql`update devices set product_id = (select id from products where model = 770001) where sn = ${last.sn}`;
  await ask('account/archive/ask', {}, { token });
  await makeArchives(context);
  const into = await downloadArchive(token);
  await makeUser(target.sql, { role: 'owner', email: 'odd@elsewhere.example' });
  const tryImport = () => importArchive(target.context, { folder: into, owner: 'odd@elsewhere.example' });
  await expect(tryImport()).rejects.toThrow(/no product 770001 \(Of one company\)/);
  await target.sql`
    insert into products (model, name, kind, inputs, rated_power_w) values (770001, 'Of one company', 'microinverter', 1, 0)`;
  await target.sql`insert into serial_numbers (sn, restricted_at) values (${last.sn}, now())`;
  await expect(tryImport()).rejects.toThrow(new RegExp(`restricted here: ${last.sn}`));
  expect(await target.sql`select from sites where sid = any (${sids})`).toHaveLength(0);
  await target.sql`update serial_numbers set restricted_at = null where sn = ${last.sn}`;
  await tryImport();
  expect(await target.sql`select sn from devices where sid = any (${sids}) order by sn`).toEqual(
    [odd.sn, last.sn].toSorted().map((sn) => ({ sn })),
  );
});

test('refuses an archive with devices in plants of others, and creates nothing', async () => {
  const { token, sids, sn } = await ownerOfTwo();
  await ask('account/archive/ask', {}, { token });
  await makeArchives(context);
  const into = await downloadArchive(token);
  await makeUser(target.sql, { role: 'owner', email: 'other@elsewhere.example' });
  await makeDevice(target.sql, { sid: await makeSite(target.sql), sn });
  await expect(importArchive(target.context, { folder: into, owner: 'other@elsewhere.example' })).rejects.toThrow(sn);
  await expect(importArchive(target.context, { folder: into, owner: 'nobody@elsewhere.example' })).rejects.toThrow(
    /no account/,
  );
  expect(await target.sql`select from sites where sid = any (${sids})`).toHaveLength(0);
  writeFileSync(join(into, 'account.json'), '{"format":"something else"}');
  await expect(importArchive(target.context, { folder: into, owner: 'other@elsewhere.example' })).rejects.toThrow(
    /no description/,
  );
});

test('reports an archive that is too large as failed, stores nothing of it, allows another request, and expires it after a day', async () => {
  const { token, owner } = await ownerOfTwo();
  await ask('account/archive/ask', {}, { token });
  await makeArchives(context, undefined, { maxBytes: 1000 });
  expect((await ask('account/archive', {}, { token })).archive).toMatchObject({
    state: 'failed',
    failure: 'tooLarge',
    bytes: 0,
  });
  expect(await sql`select from account_archive_pieces where user_id = ${owner.id}`).toHaveLength(0);
  await ask('account/archive/ask', {}, { token });
  await makeArchives(context);
  expect((await ask('account/archive', {}, { token })).archive).toMatchObject({ state: 'ready' });
  const stranger = { token: await signedIn((await makeUser(sql, { role: 'administrator' })).id) };
  expect((await call('account/archive/fetch', {}, stranger)).code).toBe(1431);
  clock.forward(86_400);
  const later = { token: await signedIn(owner.id) };
  expect((await call('account/archive/fetch', {}, later)).code).toBe(1431);
  expect(await ask('account/archive', {}, later)).toEqual({ archive: null });
  clock.set('2026-11-21T00:00:00Z');
});

test('lets an archive wait while those of others leave no room for it', async () => {
  const { token, owner } = await ownerOfTwo();
  await sql`update account_archives set bytes = 0`;
  await ask('account/archive/ask', {}, { token });
  const other = await makeUser(sql);
  await sql`
    insert into account_archives (user_id, asked_at, state, bytes, ends_at)
    values (${other.id}, ${clock.now()}, 'ready', 600000, '2099-01-01')`;
  const limits = { maxBytes: 500_000, maxBytesAll: 1_000_000 };
  await makeArchives(context, undefined, limits);
  expect((await ask('account/archive', {}, { token })).archive).toMatchObject({ state: 'waiting' });
  await sql`delete from account_archives where user_id = ${other.id}`;
  await makeArchives(context, undefined, limits);
  expect((await ask('account/archive', {}, { token })).archive).toMatchObject({ state: 'ready' });
  await sql`delete from account_archives where user_id = ${owner.id}`;
});

test('creates an archive on only one of two servers', async () => {
  const { token, owner } = await ownerOfTwo();
  await ask('account/archive/ask', {}, { token });
  await Promise.all([makeArchives(context), makeArchives(context)]);
  const [archive] = await sql`select state, tries from account_archives where user_id = ${owner.id}`;
  expect(archive).toEqual({ state: 'ready', tries: 1 });
});
