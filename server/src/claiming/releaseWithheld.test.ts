// Reports withheld from an unconfirmed company become history when it is confirmed, unless the number is contested or they are withheld for another reason.
import { encodeShortFrame } from '@heliograph/simulator/bdmFrame.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeOwnershipClaim, makeSite, makeUser } from '../../test/factories.ts';
import { expectTotals, storedSamples } from '../../test/readings.ts';
import { testServer } from '../../test/testServer.ts';
import { runSiteJobs } from '../jobs/siteJobs/runSiteJobs.ts';
import { releaseWithheld } from './releaseWithheld.ts';

const { sql, ask, app, context, clock, signedIn } = await testServer();
clock.set('2026-06-15T08:00:00Z');
let next = 0x5ac00001;
const newNumber = () => (next++).toString(16).toUpperCase();

async function report(sn: string, energyCount: number): Promise<void> {
  const frame = encodeShortFrame({
    ...{ gateway: 'ffffffffffffffff', sync: 'c3c3c3c3', sn, status: 0, reference: 0x1020, lastWord: 0 },
    ...{ powerCount: 30_000, energyCount, frequencyCount: 12_800, temperatureCount: 3_500, mode: 6 },
    ...{ firmware: 0x84, voltageCount: 5_900, currentCounts: [0, 40] },
  });
  await app.inject({ method: 'POST', url: '/i.php', payload: Buffer.from(frame), remoteAddress: '198.51.100.7' });
}

/** A plant of a company that nobody confirmed. */
async function unconfirmedPlant() {
  const companyId = await makeCompany(sql);
  await sql`update companies set is_confirmed = false where id = ${companyId}`;
  const token = await signedIn((await makeUser(sql, { companyId })).id);
  return { companyId, token, sid: await makeSite(sql, { companyId }) };
}

async function type({ sid, token }: { sid: string; token: string }, sn: string) {
  await ask('site/updateFast', { sid, sn: [{ sn, model: 400 }] }, { token, address: '203.0.113.9' });
  await runSiteJobs(context);
}

const withheld = async (sn: string): Promise<number> =>
  (await sql`select from raw_reports where sn = ${sn} and reason = 'unconfirmed'`).length;
const daysOf = (sn: string) => sql`
  select day::text as day, energy_wh, covered_s from device_days where sn = ${sn} order by day`;
const confirm = (companyId: number) => sql`update companies set is_confirmed = true where id = ${companyId}`;

test('gives a plant what was withheld from its company, once the company is confirmed, and changes no other device', async () => {
  const plant = await unconfirmedPlant();
  const [late, usual] = [newNumber(), newNumber()];
  await type(plant, usual);
  for (let n = 0; n < 5; n++) {
    await report(late, 100 + n);
    await report(usual, 100 + n);
    clock.forward(300);
  }
  await type(plant, late);
  await report(late, 110);
  const before = await daysOf(usual);
  expect(before).toHaveLength(1);
  expect(await releaseWithheld(context)).toBe(0);
  expect([await withheld(late), (await storedSamples(sql, plant.sid, late)).length]).toEqual([5, 1]);

  await confirm(plant.companyId);
  // Bounded batches: two reports a transaction.
  expect(await releaseWithheld(context, undefined, { numbers: 1, reports: 2 })).toBe(5);
  await runSiteJobs(context);
  expect([await withheld(late), (await storedSamples(sql, plant.sid, late)).length]).toEqual([0, 6]);
  expect(await daysOf(usual)).toEqual(before);
  await expectTotals(sql, plant.sid);
  expect(await releaseWithheld(context)).toBe(0);
});

test('keeps withholding contested numbers, those of a contested gateway, and those whose claim was rejected', async () => {
  const plant = await unconfirmedPlant();
  const [contested, rejected, attached, free] = [newNumber(), newNumber(), newNumber(), newNumber()];
  for (const sn of [contested, rejected, attached, free]) {
    await report(sn, 100);
    await type(plant, sn);
  }
  await makeOwnershipClaim(sql, { sid: await makeSite(sql), sn: contested });
  const own = await makeOwnershipClaim(sql, { sid: plant.sid, sn: rejected });
  await sql`update ownership_claims set decided_at = now(), accepted = false where id = ${own}`;
  await sql`update devices set gateway_sn = ${contested} where sid = ${plant.sid} and sn = ${attached}`;
  await confirm(plant.companyId);
  await releaseWithheld(context, undefined, { numbers: 1, reports: 2 });
  expect(await Promise.all([contested, rejected, attached, free].map(withheld))).toEqual([1, 1, 1, 0]);
});

test('keeps withholding what was withheld for another reason, from another company, or from an owner without a company', async () => {
  const plant = await unconfirmedPlant();
  const [announced, moved, owned] = [newNumber(), newNumber(), newNumber()];
  await report(announced, 100);
  // As when a gateway announced it and nobody objected.
  await sql`update raw_reports set reason = 'unconfirmed' where sn = ${announced}`;
  await type(plant, announced);

  const later = await unconfirmedPlant();
  await report(moved, 100);
  await type(plant, moved);
  await ask('site/updateFast', { sid: plant.sid, removeSn: [moved] }, { token: plant.token });
  await type(later, moved);

  const owner = await makeUser(sql, { role: 'owner', companyId: plant.companyId });
  const sid = await makeSite(sql, { ownerId: owner.id, companyId: plant.companyId });
  await sql`update sites set created_by = ${owner.id}, installer_id = null where sid = ${sid}`;
  await report(owned, 100);
  await type({ sid, token: await signedIn(owner.id) }, owned);

  for (const { companyId } of [plant, later]) await confirm(companyId);
  await releaseWithheld(context);
  expect(await Promise.all([announced, moved, owned].map(withheld))).toEqual([1, 1, 1]);
});
