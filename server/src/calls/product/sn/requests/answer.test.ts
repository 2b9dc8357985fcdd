// product/sn/requests/answer: a released number joins the announcing plant with its history, a refused one does not.
import { randomUUID } from 'node:crypto';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { encodeShortFrame } from '@heliograph/simulator/bdmFrame.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../../../test/factories.ts';
import { storedSamples } from '../../../../../test/readings.ts';
import { testServer } from '../../../../../test/testServer.ts';
import { applyAnnounce } from '../../../../claiming/announcements/applyAnnounce.ts';
import { settleClaimRequests } from '../../../../claiming/announcements/settleClaimRequests.ts';
import { runSiteJobs } from '../../../../jobs/siteJobs/runSiteJobs.ts';

const { sql, ask, app, call, context, signedIn } = await testServer();
const seller = await makeCompany(sql);
const token = await signedIn((await makeUser(sql, { role: 'manager', companyId: seller })).id);
let next = 0x5fe00001;

/** A number in the seller's stock that reports over HTTP and that a gateway of another company announces. */
async function announcedStock() {
  const sn = (next++).toString(16).toUpperCase();
  await sql`
    insert into serial_numbers (sn, stock_of, entered_at, product_id)
    select ${sn}, ${seller}, now(), id from products where name = 'BDM-400'`;
  const frame = encodeShortFrame({
    ...{ gateway: 'ffffffffffffffff', sync: 'c3c3c3c3', sn, status: 0, reference: 0x1020, lastWord: 0 },
    ...{ powerCount: 30_000, energyCount: 100, frequencyCount: 12_800, temperatureCount: 3_500, mode: 6 },
    ...{ firmware: 0x84, voltageCount: 5_900, currentCounts: [0, 40] },
  });
  await app.inject({ method: 'POST', url: '/i.php', payload: Buffer.from(frame) });
  const gateway = await makeDevice(sql, { sid: await makeSite(sql), product: 'HG-1' });
  await applyAnnounce(
    context,
    { ...gateway, source: '' },
    {
      ...{ kind: 'gateway', model: '', hardware: '', firmware: '', signalDbm: null, uptimeS: null, intervalS: 60 },
      children: [{ sn, kind: 'microinverter', model: 'BDM-400', hardware: '', firmware: '' }],
    },
  );
  const { list } = await ask('product/sn/requests', {}, { token });
  return { sid: gateway.sid, sn, id: list.find((each) => each.sn === sn)!.id };
}

const plantOf = async (sn: string) => (await sql`select sid from serial_numbers where sn = ${sn}`)[0]!.sid as string;

test('adds a released number to the plant at once, with what it reported before', async () => {
  const { sid, sn, id } = await announcedStock();
  await ask('product/sn/requests/answer', { id, sn, accepts: true }, { token });
  expect(await settleClaimRequests(context)).toBe(1);
  await runSiteJobs(context);
  expect(await plantOf(sn)).toBe(sid);
  expect(await storedSamples(sql, sid, sn)).toHaveLength(1);
});

test('never adds a refused number, and accepts one answer only', async () => {
  const { sn, id } = await announcedStock();
  await ask('product/sn/requests/answer', { id, sn, accepts: false }, { token });
  const again = await call('product/sn/requests/answer', { id, sn, accepts: true }, { token });
  expect(again.code).toBe(ERROR_CODES.claimRequestNotFound);
  expect(await settleClaimRequests(context)).toBe(0);
  expect(await plantOf(sn)).toBeNull();
});

test('refuses companies that do not have the number in stock, and unknown requests', async () => {
  const { sn, id } = await announcedStock();
  const other = await signedIn((await makeUser(sql, { role: 'manager', companyId: await makeCompany(sql) })).id);
  const code = async (body: { id: string; sn: string }, as: string) =>
    (await call('product/sn/requests/answer', { ...body, accepts: true }, { token: as })).code;
  const refused = ERROR_CODES.claimRequestNotFound;
  expect(await code({ id, sn }, other)).toBe(refused);
  expect(await code({ id: randomUUID(), sn }, token)).toBe(refused);
  expect(await code({ id, sn: '5FEFFFFF' }, token)).toBe(refused);
  expect(await settleClaimRequests(context)).toBe(0);
});
