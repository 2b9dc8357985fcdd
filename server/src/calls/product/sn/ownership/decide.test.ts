// product/sn/ownership/decide: an accepted device moves with its history, a rejected claim changes nothing.
import { randomUUID } from 'node:crypto';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeOwnershipClaim, makeSite, makeUser } from '../../../../../test/factories.ts';
import { expectTotals, storedSamples } from '../../../../../test/readings.ts';
import { testServer } from '../../../../../test/testServer.ts';
import { readingOfRow } from '../../../../families/rows.ts';
import { ingestReports } from '../../../../ingest/ingestReports.ts';
import { runSiteJobs } from '../../../../jobs/siteJobs/runSiteJobs.ts';

const { sql, ask, call, clock, context, signedIn } = await testServer();
clock.set('2026-06-18T10:00:00Z');
const administrator = await signedIn((await makeUser(sql, { role: 'administrator' })).id);

/** A device in the wrong plant that has reported on three days, and the claim of another company's plant. */
async function contested(days = ['2026-06-15', '2026-06-16', '2026-06-17']) {
  const [wrongCompany, rightCompany] = [await makeCompany(sql), await makeCompany(sql)];
  const from = await makeSite(sql, { companyId: wrongCompany });
  const to = await makeSite(sql, { companyId: rightCompany });
  const { sn } = await makeDevice(sql, { sid: from });
  for (const day of days) await report(sn, `${day}T10:00:00Z`);
  return { from, to, sn, wrongCompany, rightCompany, id: await makeOwnershipClaim(sql, { sid: to, sn }) };
}

const report = (sn: string, iso: string) =>
  ingestReports(
    context,
    [0, 300, 600].map((s) =>
      readingOfRow({
        gateway: 'GW',
        sn,
        at: new Date(Date.parse(iso) + s * 1000),
        quantities: { powerW: 240 },
        statusBits: 1,
      }),
    ),
  );

const energies = async (sid: string, sn: string): Promise<Record<string, number>> => {
  const rows = await sql<{ day: string; energyWh: number }[]>`
    select day::text as day, energy_wh from device_days where sid = ${sid} and sn = ${sn} and energy_wh > 0 order by day`;
  return Object.fromEntries(rows.map(({ day, energyWh }) => [day, energyWh]));
};
const siteEnergy = async (sid: string): Promise<number> =>
  (
    await sql<{ wh: number }[]>`
    select coalesce(sum(energy_wh), 0)::float8 as wh from site_days where sid = ${sid}`
  )[0]!.wh;
const plantOf = async (sn: string) => (await sql`select sid from serial_numbers where sn = ${sn}`)[0]?.sid as string;

test('moves an accepted device with all its history, and the energies of both plants stay the sum of their devices', async () => {
  const { from, to, sn, id } = await contested();
  const before = await energies(from, sn);
  expect(Object.keys(before)).toEqual(['2026-06-15', '2026-06-16', '2026-06-17']);
  const total = await siteEnergy(from);
  const answer = await ask(
    'product/sn/ownership/decide',
    { id, accepts: true, text: 'Invoice seen' },
    { token: administrator },
  );
  expect(answer).toEqual({ moved: [sn] });
  expect(await plantOf(sn)).toBe(to);
  await runSiteJobs(context);
  expect(await energies(to, sn)).toEqual(before);
  expect(await energies(from, sn)).toEqual({});
  expect([await siteEnergy(from), await siteEnergy(to)]).toEqual([0, total]);
  expect(await storedSamples(sql, to, sn)).toHaveLength(9);
  expect(await storedSamples(sql, from, sn)).toHaveLength(0);
  await expectTotals(sql, from);
  await expectTotals(sql, to);
  expect(await sql`select from removed_samples where sn = ${sn}`).toHaveLength(0);
  await report(sn, '2026-06-18T09:00:00Z');
  expect(await storedSamples(sql, to, sn)).toHaveLength(12);
});

test('moves only the days since the given one, and none without history', async () => {
  const { from, to, sn, id } = await contested();
  const before = await energies(from, sn);
  await ask(
    'product/sn/ownership/decide',
    { id, accepts: true, text: '', since: '2026-06-17' },
    { token: administrator },
  );
  await runSiteJobs(context);
  const { '2026-06-17': last, ...earlier } = before;
  expect(await energies(from, sn)).toEqual(earlier);
  expect(await energies(to, sn)).toEqual({ '2026-06-17': last });

  const other = await contested();
  const all = await energies(other.from, other.sn);
  await ask(
    'product/sn/ownership/decide',
    { id: other.id, accepts: true, text: '', withoutHistory: true },
    { token: administrator },
  );
  await runSiteJobs(context);
  expect(await energies(other.from, other.sn)).toEqual(all);
  expect(await energies(other.to, other.sn)).toEqual({});
  expect(await plantOf(other.sn)).toBe(other.to);
});

test('does not move the samples that the device has in a plant before the one that holds it', async () => {
  const { from, to, sn, id } = await contested(['2026-06-17']);
  const earlier = await makeSite(sql);
  await sql`
    insert into hot_samples (sid, sn, at, body) select ${earlier}, sn, at - interval '30 days', body from hot_samples where sid = ${from} and sn = ${sn}`;
  await ask('product/sn/ownership/decide', { id, accepts: true, text: '' }, { token: administrator });
  await runSiteJobs(context);
  expect(await sql`select from hot_samples where sid = ${earlier} and sn = ${sn}`).toHaveLength(3);
  expect(await storedSamples(sql, to, sn)).toHaveLength(3);
});

test('lets the former plant restore the history if the device left the new plant before it arrived', async () => {
  const { from, to, sn, id } = await contested(['2026-06-17']);
  const before = await energies(from, sn);
  await ask('product/sn/ownership/decide', { id, accepts: true, text: '' }, { token: administrator });
  await ask('site/updateFast', { sid: to, removeSn: [sn] }, { token: administrator });
  await runSiteJobs(context);
  expect(await storedSamples(sql, to, sn)).toHaveLength(0);
  const { list } = await ask('device/history/removed', { sid: from, sn }, { token: administrator });
  expect(list).toMatchObject([{ state: 'removed', samples: 3, removedBy: '' }]);
  await ask('device/history/restore', { sid: from, sn, id: list[0]!.id }, { token: administrator });
  await runSiteJobs(context);
  expect(await energies(from, sn)).toEqual(before);
});

test('moves the devices that are attached to a gateway with it, and ends its password', async () => {
  const [from, to] = [await makeSite(sql), await makeSite(sql)];
  const { sn } = await makeDevice(sql, { sid: from, product: 'HG-1' });
  const child = await makeDevice(sql, { sid: from });
  await sql`update devices set gateway_sn = ${sn} where sid = ${from} and sn = ${child.sn}`;
  await sql`update serial_numbers set credential = '\\x00' where sn = ${sn}`;
  const id = await makeOwnershipClaim(sql, { sid: to, sn });
  const { moved } = await ask('product/sn/ownership/decide', { id, accepts: true, text: '' }, { token: administrator });
  expect(moved).toEqual([sn, child.sn]);
  expect(await sql`select gateway_sn from devices where sid = ${to} and sn = ${child.sn}`).toEqual([{ gatewaySn: sn }]);
  expect(await sql`select credential from serial_numbers where sn = ${sn}`).toEqual([{ credential: null }]);
});

test('gives a plant the withheld reports of its own device, and a device in foreign stock', async () => {
  const to = await makeSite(sql);
  const { sn } = await makeDevice(sql, { sid: to });
  await sql`insert into raw_reports (sn, received_at, path, body, reason) values (${sn}, now(), '/i.php', '\\x00', 'unconfirmed')`;
  const id = await makeOwnershipClaim(sql, { sid: to, sn });
  expect(await ask('product/sn/ownership/decide', { id, accepts: true, text: '' }, { token: administrator })).toEqual({
    moved: [],
  });
  expect(await sql`select from raw_reports where sn = ${sn} and reason = 'unconfirmed'`).toHaveLength(0);

  await sql`
    insert into serial_numbers (sn, stock_of, entered_at, product_id)
    select '5B000001', ${await makeCompany(sql)}, now(), id from products where name = 'BDM-400'`;
  const inStock = await makeOwnershipClaim(sql, { sid: to, sn: '5B000001' });
  await ask('product/sn/ownership/decide', { id: inStock, accepts: true, text: '' }, { token: administrator });
  expect(await plantOf('5B000001')).toBe(to);
});

test('changes nothing when it rejects a claim, and decides only once', async () => {
  const { from, sn, id } = await contested(['2026-06-17']);
  await ask(
    'product/sn/ownership/decide',
    { id, accepts: false, text: 'The label is not readable' },
    { token: administrator },
  );
  expect(await plantOf(sn)).toBe(from);
  const [claim] = await sql`select accepted, decision from ownership_claims where id = ${id}`;
  expect(claim).toEqual({ accepted: false, decision: 'The label is not readable' });
  const again = await call('product/sn/ownership/decide', { id, accepts: true, text: '' }, { token: administrator });
  expect(again.code).toBe(ERROR_CODES.ownershipClaimNotFound);
});

test('refuses company managers, unknown claims, and numbers that an administrator has restricted', async () => {
  const { from, sn, id, wrongCompany } = await contested(['2026-06-17']);
  const manager = await signedIn((await makeUser(sql, { role: 'manager', companyId: wrongCompany })).id);
  const code = async (claim: string, token: string) =>
    (await call('product/sn/ownership/decide', { id: claim, accepts: true, text: '' }, { token })).code;
  expect(await code(id, manager)).toBe(ERROR_CODES.ownershipClaimNotFound);
  expect(await code(randomUUID(), administrator)).toBe(ERROR_CODES.ownershipClaimNotFound);
  await sql`update serial_numbers set restricted_at = now() where sn = ${sn}`;
  expect(await code(id, administrator)).toBe(ERROR_CODES.serialNumberFailed);
  expect(await plantOf(sn)).toBe(from);
  expect(await sql`select accepted from ownership_claims where id = ${id}`).toEqual([{ accepted: null }]);
});

test('is in the audit logs of both companies, which learn neither the administrator nor the other plant', async () => {
  const { to, from, id, wrongCompany, rightCompany } = await contested(['2026-06-17']);
  await ask('product/sn/ownership/decide', { id, accepts: true, text: 'Invoice seen' }, { token: administrator });
  const linesOf = async (companyId: number) => {
    const manager = await signedIn((await makeUser(sql, { role: 'manager', companyId })).id);
    return (await ask('audit/list', { filters: { action: 'product/sn/ownership/decide' } }, { token: manager })).list;
  };
  const [holders, claimants] = [await linesOf(wrongCompany), await linesOf(rightCompany)];
  expect([holders, claimants].map((lines) => lines.map(({ object }) => object))).toEqual([[from], [to]]);
  for (const { userEmail, address, after } of [...holders, ...claimants]) {
    expect([userEmail, address]).toEqual(['', '']);
    expect(JSON.parse(after)).toMatchObject({ by: 'administrator of the portal' });
  }
  expect(JSON.stringify(holders)).not.toMatch(new RegExp(`${to}|Invoice seen`));
  expect(JSON.stringify(claimants)).not.toContain(from);
  expect(claimants[0]!.after).toContain('Invoice seen');
});

test('lets nobody delete the former plant before its history has moved', async () => {
  const { from, to, sn, id } = await contested(['2026-06-17']);
  const before = await energies(from, sn);
  await ask('product/sn/ownership/decide', { id, accepts: true, text: '' }, { token: administrator });
  const remove = async () => (await call('site/delete', { sid: from }, { token: administrator })).code;
  expect(await remove()).toBe(ERROR_CODES.historyMoves);
  await runSiteJobs(context);
  expect(await energies(to, sn)).toEqual(before);
  expect(await remove()).toBe(200);
});
