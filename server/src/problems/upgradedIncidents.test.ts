// Upgrade of a portal with open problems: nobody is notified of them again, and who was notified is notified of their end.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { migrate, migrationsDir } from '../platform/database/migrate.ts';

const database = await freshDatabase('template0');
const { sql } = database;
const olderDir = mkdtempSync(join(tmpdir(), 'heliograph-migrations-'));
afterAll(async () => {
  rmSync(olderDir, { recursive: true, force: true });
  await database.drop();
});

test('open problems become incidents with the people and channels that were notified of them', async () => {
  for (const name of readdirSync(migrationsDir))
    if (name < '000200') copyFileSync(join(migrationsDir, name), join(olderDir, name));
  await migrate(sql, olderDir);
  await sql`insert into companies (kind, name) values ('manager', 'Heliograph')`;
  await sql`insert into users (email, password_hash, name) values ('ines@example.com', '-', 'Ines')`;
  const sid = 'DE_20260101_t000001';
  await sql`
    insert into sites (sid, name, company_id, country_code, latitude, longitude, timezone, temperature_unit, currency, power_max_w, created_at)
    select ${sid}, 'Old', min(id), 'DE', 47.66, 9.18, 'Europe/Berlin', 'Celsius', 'EUR', 400, '2026-01-01' from companies`;
  await sql`update sites set seen_by = array(select min(id) from users)`;
  const event = async (sn: string, code: string, told: number, isLead: boolean) => {
    await sql`
      insert into events (sid, sn, code, opened_at, told) values (${sid}, ${sn}, ${code}, '2026-06-01', ${told})`;
    await sql`
      insert into problems (sid, sn, code, opened_at, cause, is_lead, level) values (${sid}, ${sn}, ${code}, '2026-06-01', ${code}, ${isLead}, 3)`;
  };
  await event('A', '0004', 1, true);
  await event('B', '0004', 2, false);
  await event('C', 'deadModule', 1, true);
  await event('D', '0008', 0, true);
  const channel = async (id: string, events: string[], madeAt: string) =>
    await sql`
      insert into channels (id, user_id, kind, name, url, secret, events, made_at, summed_until)
      select ${id}, min(id), 'webhook', 'Chat', 'https://hooks.example.com/', '\\x00', ${events}::text[], ${madeAt}, ${madeAt} from users`;
  const [early, late, other] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
    string,
    string,
    string,
  ];
  await channel(early, ['alert.began'], '2026-05-01');
  await channel(late, ['alert.began'], '2026-07-01');
  await channel(other, ['device.offline'], '2026-05-01');
  await sql`insert into report_settings (sid) values (${sid})`;
  await sql`
    insert into report_recipients (sid, email, secret, added_at)
    values (${sid}, 'ines@example.com', 'a', now()), (${sid}, 'aunt@example.com', 'b', now())`;
  await sql`insert into report_told (sid, sn, code, opened_at) values (${sid}, 'A', '0004', '2026-06-01')`;
  await sql`
    insert into found_told (sid, sn, code, opened_at, reader)
    values (${sid}, 'C', 'deadModule', '2026-06-01', ''), (${sid}, 'C', 'deadModule', '2026-06-01', '7')`;
  await migrate(sql);

  const incidents = await sql<{ sn: string; devices: number; notified: boolean; mailed: boolean; members: string[] }[]>`
    select i.sn, i.devices, i.notified_at is not null as notified, i.mailed_at is not null as mailed,
      array(select m.sn from incident_events m where m.incident_id = i.id order by m.sn) as members
    from incidents i order by i.sn`;
  expect(incidents).toEqual([
    { sn: 'A', devices: 2, notified: true, mailed: true, members: ['A', 'B'] },
    { sn: 'C', devices: 1, notified: true, mailed: false, members: ['C'] },
    { sn: 'D', devices: 1, notified: false, mailed: false, members: ['D'] },
  ]);
  const [user] = await sql<{ id: number }[]>`select id from users`;
  const notices = await sql<{ sn: string; medium: string; reader: string }[]>`
    select i.sn, n.medium, n.reader from incident_notices n join incidents i on i.id = n.incident_id order by 1, 2, 3`;
  // The hash of an address without an account, as recipients.ts computes it.
  const aunt = Buffer.from(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode('aunt@example.com')),
  ).toString('base64url');
  expect(notices.toSorted((one, two) => (Object.values(one).join() < Object.values(two).join() ? -1 : 1))).toEqual(
    [
      { sn: 'A', medium: 'channel', reader: early },
      { sn: 'A', medium: 'mail', reader: String(user!.id) },
      { sn: 'A', medium: 'mail', reader: aunt },
      { sn: 'C', medium: 'channel', reader: early },
      { sn: 'C', medium: 'mail', reader: '' },
      { sn: 'C', medium: 'mail', reader: '7' },
    ].toSorted((one, two) => (Object.values(one).join() < Object.values(two).join() ? -1 : 1)),
  );
  expect(await sql`select from events where told = 1`).toHaveLength(0);
});
