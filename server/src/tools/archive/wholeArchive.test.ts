// Checks that an archive is complete: every table of the database has a decision, restored ones match column by column, and no secret is included.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { COMES_BACK, IN_OTHER_WORDS, LEFT_OUT, TOLD_ALONE } from '../../../test/archivedTables.ts';
import { fillUserTables } from '../../../test/everyTable.ts';
import { makeCommand, makeDevice, makePicture, makePublicLink, makeSite, makeUser } from '../../../test/factories.ts';
import { reportServer } from '../../../test/reportServer.ts';
import { makeRollout } from '../../../test/rolloutPlants.ts';
import { testServer } from '../../../test/testServer.ts';
import { ingestHistory } from '../../ingest/ingestHistory.ts';
import { sitePicturePath } from '../../plants/pictures/photoPath.ts';
import type { Sql } from '../../platform/database/connect.ts';
import { importArchive } from './importArchive.ts';
import { makeArchive } from './makeArchive.ts';

const { context, clock, sql } = await testServer();
const other = await reportServer();
const root = mkdtempSync(join(tmpdir(), 'archive-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
for (const one of [clock, other.clock]) one.set('2026-11-21T00:00:00Z');
const SCRIPT = '<script>alert(1)</script>';
const blue = sharp({ create: { width: 4, height: 3, channels: 3, background: '#336699' } }).webp();
/** A picture, and what somebody who had the archive in hands may have added to it. */
const PHOTO = Buffer.concat([await blue.toBuffer(), Buffer.from(SCRIPT)]);

const tables = await sql<{ name: string; columns: string[] }[]>`
  select c.relname as name, array(select a.attname::text from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`;

test('restores or reports every table of the database, or docs/integrate/export.md gives the reason why not', () => {
  const decided = [...Object.keys(COMES_BACK), ...Object.keys(IN_OTHER_WORDS), ...TOLD_ALONE, ...LEFT_OUT];
  expect(decided.toSorted()).toEqual(tables.map(({ name }) => name));
  const docs = readFileSync(resolve(import.meta.dirname, '../../../../docs/integrate/export.md'), 'utf8');
  expect(LEFT_OUT.filter((table) => !docs.includes(`\`${table}\``))).toEqual([]);
});

const camel = (column: string): string => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const columnsOf = (table: string): string[] =>
  tables
    .find(({ name }) => name === table)!
    .columns.filter((column) => !COMES_BACK[table]!.not.includes(column))
    .map(camel);

/** Returns the rows that must be the same, by table; archives.test.ts and restoreFolder.test.ts compare samples and days of flows. */
async function rowsOf(on: Sql, sid: string): Promise<Record<string, Record<string, unknown>[]>> {
  const rows: Record<string, Record<string, unknown>[]> = {};
  for (const table of Object.keys(COMES_BACK)) {
    const all = await on<Record<string, unknown>[]>`select * from ${on(table)} where sid = ${sid}`;
    const selected = all.map((row) => Object.fromEntries(columnsOf(table).map((column) => [column, row[column]])));
    rows[table] = selected.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
  }
  return rows;
}
const textOf = (row: object): string => JSON.stringify(row);

async function ownerOfAll() {
  const owner = await makeUser(sql, { role: 'owner', name: 'Ada Roof', email: 'ada@portal.example' });
  const guest = await makeUser(sql, { role: 'owner', email: 'guest@portal.example' });
  const sid = await makeSite(sql, { ownerId: owner.id, sharedWith: [guest.id], timezone: 'Europe/Berlin', price: 0.3 });
  const [one, gone] = [await makeDevice(sql, { sid }), await makeDevice(sql, { sid })];
  const atMs = Float64Array.from({ length: 60 }, (_, n) => Date.parse('2026-06-01T09:00:00Z') + n * 300_000);
  for (const { sn } of [one, gone])
    await ingestHistory(context, [
      {
        sn,
        columns: {
          atMs,
          imported: new Uint8Array(60),
          mode: new Int16Array(60).fill(6),
          // A fault that began and ended.
          statusBits: Int32Array.from(atMs, (_, n) => (n > 5 && n < 20 ? 1 : 0)),
          values: { powerW: atMs.map((_, n) => 100 + n), counterWh: atMs.map((_, n) => 1000 + n * 10) },
        },
      },
    ]);
  await sql`
    update sites set allowed_sources = '{203.0.113.0/24}', invited_guests = '{aunt@example.com}', control_off_at = '2026-10-01',
      pv_brand = 'Sun', pv_model = 'S1', battery_brand = 'B', battery_model = 'B1', remark = 'Look', pv_remark = 'p', battery_remark = 'b',
      project_reference_id = 'R1', state_code = 'BW', state_name = 'Baden', city = 'Konstanz', street = 'Seestr.', zip_code = '78462',
      system_size_w = 5000, control_limit_w = 4000, commissioned_on = '2026-01-02'
    where sid = ${sid}`;
  await sql`
    update devices set alias = 'South', gateway_sn = '5F000001', string_number = 2, tilt_deg = 30, azimuth_deg = 180, orientation = 'portrait', meter_type = 'threeWire',
      replaces_sn = ${gone.sn}, offset_wh = 1234.5, flow_offsets = '{"fromGrid": 3600.25}', created_at = '2026-01-03' where sid = ${sid} and sn = ${one.sn}`;
  await sql`update devices set removed_at = '2026-07-01', removed_reason = 'hail' where sid = ${sid} and sn = ${gone.sn}`;
  await sql`update serial_numbers set sid = null where sn = ${gone.sn}`;
  await sql`
    insert into site_prices (sid, valid_from, price, feed_in_price, own_use_share, fixed_charge, fixed_per)
    values (${sid}, '2026-06-03', 0.335, 0.08, 0.4, 9, 'month')`;
  const photo = 'r'.repeat(22);
  await sql`
    insert into layout_photos (sid, name, width, height, bytes, created_at) values (${sid}, ${photo}, 4, 3, ${PHOTO}, '2026-02-01')`;
  await sql`
    insert into layouts (sid, version, changed_at, changed_by, photo, photo_scale, photo_x_m, photo_y_m, photo_opacity)
    values (${sid}, 3, '2026-02-02', ${owner.id}, ${photo}, 0.05, 1, 2, 0.5)`;
  await sql`
    insert into zones (sid, zone, name, x_m, y_m, rotation_deg, tilt_deg, azimuth_deg, orientation, row_count, column_count)
    values (${sid}, 1, 'Main', 1.5, 2, 10, 30, 170, 'portrait', 2, 3)`;
  await sql`insert into module_pages (sid, page, name, place) values (${sid}, 1, 'Roof', 1)`;
  await sql`
    insert into modules (sid, sn, input, page, label, product, peak_power_w, string_number, tilt_deg, azimuth_deg, orientation, zone, zone_row, zone_column)
    values (${sid}, ${one.sn}, 1, 1, 'A1', 'M400', 400, 2, 30, 170, 'portrait', 1, 1, 2)`;
  await sql`
    insert into meter_settings (sid, sn, valid_from, role, reversed, battery_reversed) values (${sid}, ${one.sn}, '2026-05-01', 'grid', true, true)`;
  await makePicture(sql, { sid, name: 'p'.repeat(22) });
  await sql`update site_pictures set bytes = ${PHOTO} where sid = ${sid}`;
  await sql`update sites set picture_path = ${sitePicturePath(sid, 'p'.repeat(22))} where sid = ${sid}`;
  await sql`
    update events set acknowledged_at = '2026-06-02', acknowledged_by = ${owner.id}, note = 'Seen, it was the snow' where sid = ${sid} and sn = ${one.sn}`;
  const companyId = owner.companyId;
  const returned = await makeCommand(sql, { sid, sn: one.sn, companyId, by: owner.id });
  const open = await makeCommand(sql, { sid, sn: one.sn, companyId, by: owner.id });
  const updated = await makeCommand(sql, { sid, sn: one.sn, companyId, by: owner.id });
  await sql`
    update commands set action = 'update', parameters = '{}', step = 'read', state = 'failed', reason = 'checksum', is_protected = false,
      firmware = '{"id": 7, "versionName": "1.9.0", "before": "1.8.0", "bytes": 9, "sha256": "ab", "signature": "cd", "secret": "secret of a file"}',
      queued_at = '2026-06-16T01:00:00Z', issued_at = '2026-06-16T01:01:00Z', ended_at = '2026-06-16T01:03:00Z'
    where sid = ${sid} and id = ${updated}`;
  const rollout = await makeRollout(sql, { sid, sn: one.sn, companyId });
  await sql`update rollout_devices set wave = 1, command = ${updated} where sid = ${sid} and rollout_id = ${rollout}`;
  const restarted = await makeCommand(sql, { sid, sn: one.sn, companyId, by: owner.id });
  await sql`
    update commands set action = 'restart', parameters = '{}', step = 'read', state = 'readBack', ended_at = '2026-06-16T02:03:00Z'
    where sid = ${sid} and id = ${restarted}`;
  await sql`
    update commands set state = 'readBack', parameters = '{"overVoltageV": 250, "reconnectTimeS": 60}', before = '{"overVoltageV": 264.5}',
      read_back = '{"overVoltageV": 250, "reconnectTimeS": 60}', reason = 'differs', returns = ${crypto.randomUUID()}, answered_at = '2026-06-15T01:00:00Z', queued_at = '2026-06-15T01:00:00Z',
      issued_at = '2026-06-15T01:01:00Z', accepted_at = '2026-06-15T01:02:00Z', ended_at = '2026-06-15T01:03:00Z'
    where sid = ${sid} and id = ${returned}`;
  await sql`
    insert into report_settings (sid, daily, weekly, monthly, hour, language, alerts, alert_start, alert_end, found)
    values (${sid}, true, true, true, 6, 'de', 'window', 9, 18, false)`;
  for (const email of [owner.email, 'aunt@example.com'])
    await sql`
      insert into report_recipients (sid, email, secret, added_at, confirmed_at) values (${sid}, ${email}, ${`secret of ${email}`}, now(), now())`;
  await makePublicLink(sql, {
    sid,
    id: crypto.randomUUID(),
    by: owner.id,
    token: 'the-token-of-a-page',
    title: 'For all',
  });
  await fillUserTables(sql, { userId: owner.id, sid, sn: one.sn });
  await sql`
    update list_views set columns = '{"order": ["name"], "hidden": []}', views = '[{"name": "Mine", "search": "q=1"}]' where user_id = ${owner.id}`;
  await sql`update channels set url = 'https://hooks.example.com/of/a/secret/path' where user_id = ${owner.id}`;
  await sql`update users set password_hash = '$argon2id$of-nobody', temperature_unit = 'Fahrenheit' where id = ${owner.id}`;
  return { owner, sid, open };
}

test('restores each column of a plant that has values in all of them, from an archive without secrets', async () => {
  const { owner, sid, open } = await ownerOfAll();
  const folder = mkdtempSync(join(root, 'made-'));
  const files = await makeArchive(context, { userId: owner.id, folder }, async () => {});
  const account = readFileSync(join(folder, 'account.json'), 'utf8');
  const contents = files.map((file) => readFileSync(join(folder, file), 'latin1')).join('\n');
  for (const secret of ['argon2', 'secret of', 'the-token-of-a-page', 'secret/path', 'proof', 'subject of', open])
    expect(contents, secret).not.toContain(secret);
  expect(JSON.parse(account).account).toMatchObject({
    units: 'Fahrenheit',
    hasSecondFactor: false,
    companies: [{ role: 'Owner' }],
    channels: [{ kind: 'webhook', host: 'hooks.example.com' }],
    passkeys: [{ name: 'test' }],
    programs: [{ name: 'Firefox, Windows' }],
    devicePasswords: [{ purpose: 'test' }],
  });

  const next = await makeUser(other.sql, { role: 'owner', email: 'ada@elsewhere.example' });
  const known = await makeUser(other.sql, { role: 'owner', email: 'guest@portal.example' });
  const [imported] = await importArchive(other.context, { folder, owner: next.email });
  expect(imported).toMatchObject({ guests: ['aunt@example.com', 'guest@portal.example'], publicPages: 1 });
  const before = await rowsOf(sql, sid);
  before.commands = before.commands!.filter(({ id }) => id !== open);
  for (const row of before.report_recipients!) if (row.email === owner.email) row.email = next.email;
  // A column that is empty in every row would prove nothing.
  const emptyColumns = Object.entries(before).flatMap(([table, rows]) =>
    columnsOf(table)
      .filter((column) => rows.every((row) => row[column] === null || row[column] === undefined))
      .map((column) => `${table}.${column}`),
  );
  // Prices by the hour are restored like other prices; the rest is empty in these rows.
  const optional = [
    'site_prices.restPrice',
    'site_prices.hourPrices',
    'site_prices.hourFeedPrices',
    'device_days.hours',
    'events.detail',
  ];
  expect(emptyColumns.filter((column) => !optional.includes(column))).toEqual([]);
  const after = await rowsOf(other.sql, sid);
  // Pictures are drawn again.
  for (const picture of [...after.site_pictures!, ...after.layout_photos!] as { bytes: Buffer }[]) {
    expect(picture.bytes.includes(SCRIPT)).toBe(false);
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'webp', width: 4, height: 3 });
    picture.bytes = PHOTO;
  }
  expect(after).toEqual(before);

  // Both versions of an update, without the access to its file.
  const updates = await other.sql`
    select state, reason, firmware ->> 'versionName' as version, firmware ->> 'before' as before, firmware ->> 'secret' as secret
    from commands where sid = ${sid} and action = 'update'`;
  expect(updates).toEqual([{ state: 'failed', reason: 'checksum', version: '1.9.0', before: '1.8.0', secret: '' }]);
  expect(await other.sql`select from rollout_devices where sid = ${sid}`).toHaveLength(0);

  const [site] = await other.sql`
    select owner_id, shared_with, invited_guests, control_off_by, seen_by @> ${[known.id]}::int[] as guest_sees from sites where sid = ${sid}`;
  expect(site).toEqual({
    ownerId: next.id,
    sharedWith: [known.id],
    invitedGuests: ['aunt@example.com'],
    controlOffBy: next.id,
    guestSees: true,
  });
  expect(await other.sql`select list, columns, views from list_views where user_id = ${next.id}`).toEqual([
    { list: 'site/listWithSN', columns: { order: ['name'], hidden: [] }, views: [{ name: 'Mine', search: 'q=1' }] },
  ]);
  // No access and no recipient is restored without consent in this portal.
  for (const table of [
    'public_links',
    'sessions',
    'passkeys',
    'channels',
    'second_factors',
    'mails',
    'device_parameters',
  ])
    expect(await other.sql`select from ${other.sql(table)}`, table).toHaveLength(0);
  const unconfirmed =
    await other.sql`select from report_recipients where sid = ${sid} and (confirmed_at is not null or secret like 'secret of%')`;
  expect(unconfirmed).toHaveLength(0);

  // A second import keeps the owner's later changes.
  await other.sql`update report_settings set daily = false where sid = ${sid}`;
  await other.sql`update sites set shared_with = '{}' where sid = ${sid}`;
  await importArchive(other.context, { folder, owner: next.email });
  const [selected] = await other.sql`
    select r.daily, s.shared_with from report_settings r join sites s on s.sid = r.sid where s.sid = ${sid}`;
  expect(selected).toEqual({ daily: false, sharedWith: [] });
});

test('imports an archive of the first version, and refuses one with invalid contents before it creates anything', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const sid = await makeSite(sql, { ownerId: owner.id });
  await makePicture(sql, { sid, name: 'q'.repeat(22) });
  const folder = mkdtempSync(join(root, 'made-'));
  await makeArchive(context, { userId: owner.id, folder }, async () => {});
  const path = join(folder, 'account.json');
  const archive = JSON.parse(readFileSync(path, 'utf8'));
  const next = await makeUser(other.sql, { role: 'owner' });
  const expectRefused = async (change: (draft: typeof archive) => void, message: RegExp) => {
    const changed = structuredClone(archive);
    change(changed);
    writeFileSync(path, JSON.stringify(changed));
    await expect(importArchive(other.context, { folder, owner: next.email })).rejects.toThrow(message);
    expect(await other.sql`select from sites where sid = ${sid}`).toHaveLength(0);
  };
  await expectRefused((draft) => (draft.plants[0].guests = ['nobody']), /guests/);
  await expectRefused((draft) => (draft.plants[0].guests = Array(21).fill('a@example.com')), /guests/);
  await expectRefused((draft) => (draft.plants[0].site.name = 'a\0b'), /cannot be stored/);
  await expectRefused((draft) => (draft.plants[0].pictures[0].file = '../../etc/passwd'), /no picture/);
  await expectRefused((draft) => (draft.account.views = [{ list: 'x', columns: 1, views: [] }]), /views/);
  writeFileSync(join(folder, `plants/${sid}/${'q'.repeat(22)}.webp`), '<script>');
  await expectRefused(() => {}, /no picture in WebP/);

  const { site, prices, devices } = archive.plants[0];
  const { allowedSources: _, ...first } = site;
  const { email, name, phone, countryCode, stateCode, city, street, businessName, agreedTo } = archive.account;
  const account = { email, name, phone, countryCode, stateCode, city, street, businessName, agreedTo, picture: null };
  const plants = [{ sid, site: first, prices, devices, pictures: [] }];
  writeFileSync(path, JSON.stringify({ format: archive.format, version: 1, madeAt: archive.madeAt, account, plants }));
  for (const file of ['samples', 'days', 'prices'])
    rmSync(join(folder, `plants/${sid}/${file}.parquet`), { force: true });
  expect(await importArchive(other.context, { folder, owner: next.email })).toMatchObject([{ sid, restored: null }]);
});
