// What an account learns and takes by announcing serial numbers that are not its own.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { beforeEach, expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { mqttFixture } from '../../../test/mqttFixture.ts';

const {
  sql,
  ask,
  call,
  signedIn,
  clock,
  newSn,
  makeGateway,
  connectGateway,
  announcement,
  microinverter,
  report,
  row,
} = await mqttFixture();

// All gateways of this file have one address.
beforeEach(() => sql`delete from tries`);

/** A company that registered itself, with one plant and one gateway. */
async function stranger() {
  const companyId = await makeCompany(sql);
  await sql`update companies set is_confirmed = false where id = ${companyId}`;
  const { id } = await makeUser(sql, { companyId });
  const sid = await makeSite(sql, { companyId });
  await sql`update sites set created_by = ${id} where sid = ${sid}`;
  const gateway = await makeGateway({ sid });
  return { companyId, sid, gateway, token: await signedIn(id), device: await connectGateway(gateway) };
}

const numbers = (count: number, letter: string): string[] => Array.from({ length: count }, () => newSn(letter));

/** Registers numbers in plants of others, in stock of others, as restricted ones, and as reporting over HTTP. */
async function elsewhere(sns: readonly string[]): Promise<string[]> {
  const plants = await Promise.all(Array.from({ length: 10 }, () => makeSite(sql)));
  const stockOf = await makeCompany(sql);
  for (const [n, sn] of sns.entries()) {
    if (n % 5 < 2) await makeDevice(sql, { sn, sid: plants[n % plants.length]! });
    else if (n % 5 === 2) await sql`insert into serial_numbers (sn, stock_of) values (${sn}, ${stockOf})`;
    else if (n % 5 === 3) await sql`insert into serial_numbers (sn, restricted_at) values (${sn}, now())`;
    else await reportOverHttp(sn);
  }
  return plants;
}

const reporting = new Set<string>();
async function reportOverHttp(sn: string): Promise<void> {
  reporting.add(sn);
  await sql`
    insert into serial_numbers (sn, first_seen_at, last_seen_at, source) values (${sn}, now(), now(), '192.0.2.9')`;
  await sql`insert into raw_reports (sn, received_at, path, body) values (${sn}, now(), '/i.php', '\\x00')`;
}

/** What the account sees of each announced number, without the number. */
async function viewOf({ sid, gateway, token }: Awaited<ReturnType<typeof stranger>>, sns: readonly string[]) {
  const { children } = await ask('device/connection', { sid, sn: gateway.sn }, { token });
  const { list: lookups } = await ask('product/sn', { sn: [...sns] }, { token });
  const filters = { sid };
  const { list: devices } = await ask('device/list', { filters, page: { size: 100, num: 0 } }, { token });
  const views = sns.map((sn) => {
    const child = children.find((each) => each.sn === sn);
    const isInPlant = devices.some((each) => each.sn === sn);
    // A device that sends frames itself is shown as free to everybody who knows its number, announced or not.
    const lookup = reporting.has(sn) ? { ...NOTHING, sn } : lookups.find((each) => each.sn === sn);
    return JSON.stringify([child, isInPlant, lookup]).replaceAll(sn, '');
  });
  return new Set(views);
}

const NOTHING = { sn: '', model: 0, modelName: '', announcedModel: 0, state: 'unknown', lastSeenIso: null };

test('shows an unconfirmed account the same for 5,000 announced numbers, half of which exist elsewhere', async () => {
  const attacker = await stranger();
  const [theirs, free] = [numbers(2_500, 'TH'), numbers(2_500, 'FR')];
  const plants = await elsewhere(theirs);
  for (let from = 0; from < 2_500; from += 125) {
    const batch = [...theirs.slice(from, from + 125), ...free.slice(from, from + 125)].toSorted();
    await attacker.device.up('announce', announcement(batch.map((sn) => microinverter(sn))));
    await attacker.device.up('report', report(...batch.map((sn) => row(sn, 1))));
    if (from % 500 > 0) continue;
    expect([...(await viewOf(attacker, batch))]).toHaveLength(1);
  }
  expect(await sql`select from devices where sid = ${attacker.sid}`).toHaveLength(1);
  const { sid, gateway, token } = attacker;
  // One row of each number; counts are gathered for a quarter of a second.
  const refusedRows = async () => (await ask('device/connection', { sid, sn: gateway.sn }, { token })).refusedRows;
  await expect.poll(refusedRows).toMatchObject([{ reason: 'otherPlant', count: 5_000 }]);
  const { list: alerts } = await ask('device/alerts', { sid }, { token });
  expect(new Set(alerts.map(({ title }) => title)).size).toBe(1);
  expect(await sql`select from events where sid = any (${plants})`).toEqual([]);
});

test('lets an unconfirmed account take at most 300 free numbers a day', async () => {
  const attacker = await stranger();
  for (let n = 0; n < 4; n++)
    await attacker.device.up('announce', announcement(numbers(150, 'TK').map((sn) => microinverter(sn))));
  const taken = () => sql`select from devices where sid = ${attacker.sid} and gateway_sn <> ''`;
  expect(await taken()).toHaveLength(300);
  clock.set(new Date(clock.now().getTime() + 25 * 3_600_000).toISOString());
  await attacker.device.up('announce', announcement(numbers(10, 'TK').map((sn) => microinverter(sn))));
  expect(await taken()).toHaveLength(310);
});

test('examines no more numbers of an unconfirmed account once three announcements of a day named one that exists elsewhere', async () => {
  const attacker = await stranger();
  const theirs = numbers(3, 'PR');
  await elsewhere(theirs.slice(0, 1));
  for (const sn of theirs.slice(1)) await makeDevice(sql, { sn });
  for (const sn of theirs) await attacker.device.up('announce', announcement([microinverter(sn)]));
  const free = newSn('PR');
  await attacker.device.up('announce', announcement([microinverter(free)]));
  const { children } = await ask('device/connection', { sid: attacker.sid, sn: attacker.gateway.sn }, attacker);
  expect(children).toMatchObject([{ sn: free, refused: 'waiting' }]);
});

test('adds the new microinverters of an unconfirmed account at once', async () => {
  const { sid, device } = await stranger();
  const own = numbers(20, 'OK');
  await device.up('announce', announcement(own.map((sn) => microinverter(sn))));
  const added = await sql<{ sn: string }[]>`select sn from devices where sid = ${sid} and gateway_sn <> '' order by sn`;
  expect(added.map(({ sn }) => sn)).toEqual(own);
});

test('lets an unconfirmed account enter at most 1,000 numbers a day', async () => {
  const { token, companyId } = await stranger();
  const enter = async (count: number) => {
    const sid = await makeSite(sql, { companyId });
    const sn = numbers(count, 'EN').map((each) => ({ sn: each, model: 10_000 }));
    return (await call('site/updateFast', { sid, sn }, { token })).code;
  };
  expect([await enter(500), await enter(500), await enter(1)]).toEqual([200, 200, ERROR_CODES.tooManyRequests]);
  await sql`update companies set is_confirmed = true where id = ${companyId}`;
  expect(await enter(1)).toBe(200);
});
