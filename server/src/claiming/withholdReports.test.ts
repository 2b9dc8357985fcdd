// What a number reported before a person typed it becomes history only of those who can show that it is theirs.
import { encodeShortFrame } from '@heliograph/simulator/bdmFrame.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../test/factories.ts';
import { storedSamples } from '../../test/readings.ts';
import { testServer } from '../../test/testServer.ts';
import { readingOfRow } from '../families/rows.ts';
import { ingestReports } from '../ingest/ingestReports.ts';
import { runSiteJobs } from '../jobs/siteJobs/runSiteJobs.ts';

const { sql, ask, app, context, clock, signedIn } = await testServer();
const DEVICE = '198.51.100.7';
const unconfirmed = await makeCompany(sql);
await sql`update companies set is_confirmed = false where id = ${unconfirmed}`;
let next = 0x5ad00001;

/** A number that reports over HTTP and belongs to no plant. */
async function reporting(address = DEVICE): Promise<string> {
  const sn = (next++).toString(16).toUpperCase();
  await report(sn, address);
  return sn;
}

async function report(sn: string, address = DEVICE): Promise<void> {
  const frame = encodeShortFrame({
    ...{ gateway: 'ffffffffffffffff', sync: 'c3c3c3c3', sn, status: 0, reference: 0x1020, lastWord: 0 },
    ...{ powerCount: 30_000, energyCount: 100, frequencyCount: 12_800, temperatureCount: 3_500, mode: 6 },
    ...{ firmware: 0x84, voltageCount: 5_900, currentCounts: [0, 40] },
  });
  await app.inject({ method: 'POST', url: '/i.php', payload: Buffer.from(frame), remoteAddress: address });
}

async function plantOf(companyId: number, role: 'installer' | 'administrator' = 'installer') {
  const user = await makeUser(sql, { companyId, role });
  return { sid: await makeSite(sql, { companyId }), token: await signedIn(user.id) };
}

async function type({ sid, token }: { sid: string; token: string }, sn: string, address = '203.0.113.9') {
  await ask('site/updateFast', { sid, sn: [{ sn, model: 400 }] }, { token, address });
  await runSiteJobs(context);
}

const withheld = async (sn: string): Promise<number> =>
  (await sql`select from raw_reports where sn = ${sn} and reason = 'unconfirmed'`).length;

test('withholds what a typed number reported before from a company that nobody confirmed', async () => {
  const plant = await plantOf(unconfirmed);
  const sn = await reporting();
  await type(plant, sn);
  expect(await storedSamples(sql, plant.sid, sn)).toHaveLength(0);
  expect(await withheld(sn)).toBe(1);
  clock.forward(60);
  await report(sn);
  expect(await storedSamples(sql, plant.sid, sn)).toHaveLength(1);
});

test('withholds it from an owner whose plant nobody services', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const token = await signedIn(owner.id);
  const sid = await makeSite(sql, { ownerId: owner.id });
  await sql`update sites set created_by = ${owner.id}, installer_id = null where sid = ${sid}`;
  const sn = await reporting();
  await type({ sid, token }, sn);
  expect(await withheld(sn)).toBe(1);
});

test('gives it to whoever types the number on the network that it reports from', async () => {
  const plant = await plantOf(unconfirmed);
  const sn = await reporting();
  await report(sn, '192.0.2.66');
  await type(plant, sn, DEVICE);
  expect(await storedSamples(sql, plant.sid, sn)).toHaveLength(1);
  expect(await withheld(sn)).toBe(1);
});

test('gives it to a confirmed company, to the branch that has the number in stock, and to administrators', async () => {
  const confirmed = await plantOf(await makeCompany(sql));
  const sn = await reporting();
  await type(confirmed, sn);
  expect(await storedSamples(sql, confirmed.sid, sn)).toHaveLength(1);

  const branch = await plantOf(unconfirmed);
  const inStock = await reporting();
  await sql`update serial_numbers set stock_of = ${unconfirmed} where sn = ${inStock}`;
  await type(branch, inStock);
  expect(await storedSamples(sql, branch.sid, inStock)).toHaveLength(1);

  const { token } = await plantOf(unconfirmed, 'administrator');
  const entered = await reporting();
  await type({ ...branch, token }, entered);
  expect(await storedSamples(sql, branch.sid, entered)).toHaveLength(1);
});

test('gives what the plant’s own gateway reported while it was in the plant, not what another gateway did', async () => {
  const plant = await plantOf(unconfirmed);
  const own = await makeDevice(sql, { sid: plant.sid, product: 'HG-1' });
  await sql`update serial_numbers set activated_at = ${clock.now()} where sn = ${own.sn}`;
  clock.forward(60);
  const [ofOwn, ofOther] = ['5ADF0001', '5ADF0002'];
  for (const [gateway, sn] of [
    [own.sn, ofOwn],
    ['5ADFFFFF', ofOther],
  ] as const)
    await ingestReports(context, [
      readingOfRow({ gateway, sn, at: clock.now(), quantities: { powerW: 100 }, statusBits: 1 }),
    ]);
  for (const sn of [ofOwn, ofOther]) await type(plant, sn);
  expect([await withheld(ofOwn), await withheld(ofOther)]).toEqual([0, 1]);
  expect(await storedSamples(sql, plant.sid, ofOwn)).toHaveLength(1);
});
