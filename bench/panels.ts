// Claim: any page of the panels of a million devices is answered in under half a second, in any order and with any search.
// Compared with the smallest call, in alternation on one server, as an administrator and as one of a hundred installers.
import { indexPeople } from '../server/test/indexPeople.ts';
import { tokenOf } from './calling.ts';
import { seedFleet } from './fleet.ts';
import { load, post } from './load.ts';
import { ADMIN, openWorld, percentile, table } from './world.ts';

const SITES = Number(process.argv[2] ?? 100_000);
const EACH = Number(process.argv[3] ?? 10);
const ROUNDS = 5;
const MAX_MS = 500;
const BASELINE = 'the smallest call';
const REQUESTS: Record<string, object> = {
  'first page': {},
  'its last page': { page: { size: 100, num: 99 } },
  'from the end': { sort: [{ field: 'siteName', descending: true }] },
  'by number': { sort: [{ field: 'sn' }] },
  'a plant by its name': { filters: { keywords: 'Plant 4711' } },
  'a number': { filters: { keywords: '20001234_1' } },
  'a name of panels': { filters: { keywords: 'Roof 77' } },
  'nothing like it': { filters: { keywords: 'no such panel' } },
};

const world = await openWorld();
const { sql } = world;
let wrong = 0;
try {
  await seedFleet(sql, SITES, EACH);
  // Labels for a third of the modules, and newest samples for half of them.
  await sql`
    insert into modules (sid, sn, input, label, product)
    select sid, sn, 1, 'Roof ' || (row_number() over ()) % 1000, 'Sun 400' from devices
    where get_byte(decode(md5(sn), 'hex'), 0) % 3 = 0`;
  await sql`
    update device_live set quantities = '{"powerW":200,"input1PowerW":200,"input1VoltageV":31.5}'
    where get_byte(decode(md5(sn), 'hex'), 1) % 2 = 0`;
  await sql`vacuum analyze`;
  await world.startServer();
  const installer = 'installer7@example.com';
  await sql`
    insert into users (email, password_hash, name) select ${installer}, password_hash, 'Installer' from users where email = ${ADMIN.email}`;
  await sql`
    insert into memberships (user_id, company_id, role_id)
    select u.id, c.id, r.id from users u, companies c, roles r where u.email = ${installer} and c.name = 'Installer 7' and r.code = 'installer'`;
  await indexPeople(sql);
  const tokens = {
    'an administrator': await tokenOf(world.url, ADMIN.email),
    'an installer': await tokenOf(world.url, installer),
  };
  console.log(`${SITES} plants of ${EACH} devices.`);
  const rows: Record<string, string | number>[] = [];
  for (const [who, token] of Object.entries(tokens)) {
    const requests = [BASELINE, ...Object.keys(REQUESTS)];
    const spent = new Map<string, number[]>(requests.map((what) => [what, []]));
    let listed: Record<string, number> = {};
    for (let round = 0; round <= ROUNDS; round++)
      for (const what of round % 2 === 0 ? requests : requests.toReversed()) {
        const { ms, total } = await measure(what, token);
        if (round > 0) spent.get(what)!.push(ms);
        listed = { ...listed, [what]: total };
      }
    const base = percentile(spent.get(BASELINE)!, 0.5);
    for (const [what, all] of spent) {
      const p50 = percentile(all, 0.5);
      if (p50 > MAX_MS) wrong++;
      rows.push({
        panels: what,
        who,
        'of how many': listed[what]!,
        'p50 ms': p50.toFixed(1),
        'times the smallest call': (p50 / base).toFixed(1),
      });
    }
  }
  table(rows);
} finally {
  await world.close();
}
process.exit(wrong === 0 ? 0 : 1);

async function measure(what: string, token: string): Promise<{ ms: number; total: number }> {
  const headers = { authorization: token, 'content-type': 'application/json', lan: '6' };
  const path = what === BASELINE ? 'account/views' : 'device/modules/list';
  const body = JSON.stringify(what === BASELINE ? { list: 'site/listWithSN' } : REQUESTS[what]);
  let total = 0;
  let sent = 0;
  const { latencies } = await load(
    world.url,
    1,
    () => (sent++ < 1 ? post(world.url, `/v2/${path}`, body, headers) : null),
    (_, status, answer) => {
      const parsed = JSON.parse(answer) as { code?: number; data?: { total?: number } };
      total = parsed.data?.total ?? 0;
      if (status === 200 && parsed.code === 200) return;
      if (wrong++ === 0) console.log(`${what}: ${status} ${answer.slice(0, 200)}`);
    },
  );
  return { ms: percentile(latencies, 0.5), total };
}
