// Measures how a company of 5,000 plants is closed; nothing is claimed yet: `node bench/closing.ts [plants] [devices of each]`.
// Duration of the call, longest wait of a report to one of its plants and of a change of another company meanwhile, and time until the last plant is released.
import { indexPeople } from '../server/test/indexPeople.ts';
import { ask, tokenOf } from './calling.ts';
import { frameOf, seedFleet } from './fleet.ts';
import { ADMIN, openWorld, percentile, table } from './world.ts';

const SITES = Number(process.argv[2] ?? 5000);
const EACH = Number(process.argv[3] ?? 10);
/** Percentage of plants that have an owner. */
const OWNED = 80;
const GIVEN_UP_MS = 600_000;

const world = await openWorld();
const { sql } = world;
let wrong = 0;
try {
  await seedFleet(sql, SITES, EACH);
  const [company] = await sql<{ id: number; parentId: number }[]>`
    select id, parent_id from companies where name = 'Installer 1'`;
  const { id, parentId } = company!;
  const accessIds = `{-${id},-${parentId}}`;
  await sql`update sites set company_id = ${id}, seen_by = ${accessIds}::text::int[]`;
  await sql`
    insert into users (email, password_hash, country_code)
    select 'owner' || n || '@example.org', '-', 'DE' from generate_series(1, ${SITES}) n`;
  await sql`
    insert into memberships (user_id, company_id, role_id)
    select u.id, ${parentId}::int, r.id from users u, roles r where u.email like 'owner%' and r.code = 'owner'`;
  await indexPeople(sql);
  await sql`
    update sites s set owner_id = u.id, seen_by = s.seen_by || u.id from users u
    where u.email = 'owner' || (1 + substr(s.sid, 14)::int) || '@example.org' and substr(s.sid, 14)::int % 100 < ${OWNED}`;
  for (const tableName of ['serial_numbers', 'devices', 'device_live', 'site_live'])
    await sql`update ${sql(tableName)} k set seen_by = s.seen_by from sites s where s.sid = k.sid`;
  await sql`
    insert into report_recipients (sid, email, secret, added_at)
    select s.sid, u.email, md5(s.sid), now() from sites s join users u on u.id = s.owner_id`;
  await sql`vacuum analyze`;
  await world.startServer();
  const token = await tokenOf(world.url, ADMIN.email);

  let closed = false;
  /** Sends one request after another until the company is closed; returns the duration of each in ms. */
  const measureMeanwhile = async (send: (n: number) => Promise<void>): Promise<number[]> => {
    const durationsMs: number[] = [];
    for (let n = 0; !closed || n === 0; n++) {
      const began = performance.now();
      await send(n);
      durationsMs.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return durationsMs;
  };
  const [other] = await sql<{ id: number }[]>`select id from companies where name = 'Installer 2'`;
  const frames = measureMeanwhile(async (n) => {
    const answer = await fetch(`${world.url}/i.php`, {
      method: 'POST',
      body: Buffer.from(frameOf((n * 97) % (SITES * EACH), n)),
    });
    if (answer.status !== 200) wrong++;
  });
  const changes = measureMeanwhile(async (n) => {
    const { code } = await ask(world.url, 'user/company/update', { id: other!.id, companyName: `Other ${n}` }, token);
    if (code !== 200) wrong++;
  });
  const began = performance.now();
  const answer = await ask(world.url, 'user/company/del', { id }, token);
  const callMs = performance.now() - began;
  if (answer.code !== 200) console.log(`user/company/del: ${JSON.stringify(answer)}`, wrong++);
  while ((await sql`select from sites where company_id = ${id} limit 1`).length > 0) {
    if (performance.now() - began > GIVEN_UP_MS) throw new Error('the company was not closed in time');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const allMs = performance.now() - began;
  closed = true;
  const rows = [
    { what: `closing a company of ${SITES} plants of ${EACH} devices: the call`, ms: [callMs] },
    { what: 'a report to one of them meanwhile', ms: await frames },
    { what: 'a change of another company meanwhile', ms: await changes },
  ];
  table(
    rows.map(({ what, ms }) => ({
      what,
      'p50 ms': percentile(ms, 0.5).toFixed(0),
      'longest ms': Math.max(...ms).toFixed(0),
    })),
  );
  console.log(`The last plant was left after ${(allMs / 1000).toFixed(1)} s.`);
} finally {
  await world.close();
}
process.exit(wrong === 0 ? 0 : 1);
