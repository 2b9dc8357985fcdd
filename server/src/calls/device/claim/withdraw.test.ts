// device/claim/withdraw: an announced device that waits is given up, and further announcements do not request it again.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { makeClaimRequest, makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';
import { applyAnnounce } from '../../../claiming/announcements/applyAnnounce.ts';
import { settleClaimRequests } from '../../../claiming/announcements/settleClaimRequests.ts';

const { sql, ask, call, clock, context, signedIn } = await testServer();
const installer = await makeUser(sql);

test('withdraws a waiting device once; it does not join, and announcing it again does not request it', async () => {
  const sid = await makeSite(sql, { companyId: installer.companyId });
  const gateway = await makeDevice(sql, { sid, product: 'HG-1' });
  const elsewhere = await makeDevice(sql);
  const announce = () =>
    applyAnnounce(
      context,
      { ...gateway, source: '' },
      {
        ...{ kind: 'gateway', model: '', hardware: '', firmware: '', signalDbm: null, uptimeS: null, intervalS: 60 },
        children: [{ sn: elsewhere.sn, kind: 'microinverter', model: '', hardware: '', firmware: '' }],
      },
    );
  await announce();
  const token = await signedIn(installer.id);
  expect(await ask('device/claim/withdraw', { sid, sn: elsewhere.sn }, { token })).toEqual({});
  const again = await call('device/claim/withdraw', { sid, sn: elsewhere.sn }, { token });
  expect(again.code).toBe(ERROR_CODES.claimRequestNotFound);
  await announce();
  const { children } = await ask('device/connection', { sid, sn: gateway.sn }, { token });
  expect(children).toMatchObject([{ sn: elsewhere.sn, refused: 'notAdded', joinsIso: null }]);
  await sql`update serial_numbers set sid = null where sn = ${elsewhere.sn}`;
  clock.set(new Date(clock.now().getTime() + 8 * 86_400_000).toISOString());
  expect(await settleClaimRequests(context)).toBe(0);
});

test('refuses another plant’s request, and one in a plant of others', async () => {
  const sid = await makeSite(sql, { companyId: installer.companyId });
  const foreign = await makeSite(sql);
  await makeClaimRequest(sql, { sid: foreign, sn: '5FC00001' });
  const token = await signedIn(installer.id);
  const code = async (of: string) => (await call('device/claim/withdraw', { sid: of, sn: '5FC00001' }, { token })).code;
  expect([await code(sid), await code(foreign)]).toEqual([ERROR_CODES.claimRequestNotFound, ERROR_CODES.siteNotFound]);
  expect(await sql`select from claim_requests where ended_at is null and sid = ${foreign}`).toHaveLength(1);
});
