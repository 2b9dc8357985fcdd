// site/sn/report/settings: as public API clients read it, by plant or by device; addresses only for users who may change them.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser, shareSite } from '../../../../../test/factories.ts';
import { testServer } from '../../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const companyId = await makeCompany(sql);
const user = await makeUser(sql, { companyId });
const token = await signedIn(user.id);

test('returns no mails for a plant without settings, by its ID and by its device', async () => {
  const sid = await makeSite(sql, { companyId, name: 'Roof' });
  const { sn } = await makeDevice(sql, { sid });
  const settings = await ask('site/sn/report/settings', { sid, sn }, { token });
  expect(settings).toEqual({
    sid,
    sn,
    siteName: 'Roof',
    timezone: 'Europe/Berlin',
    optionsDaily: 0,
    optionsWeekly: 0,
    optionsMonthly: 0,
    alertHourly: 0,
    alertTime: 0,
    alertStart: '8',
    alertEnd: '17',
    alertFound: 1,
    hour: 7,
    language: 'en',
    recipients: [],
    mails: [],
    sendsMail: false,
    mayChange: true,
    version: 0,
  });
  expect(await ask('site/sn/report/settings', { sn }, { token })).toMatchObject({ sid, sn });
});

test('shows a guest when mails are sent, without addresses', async () => {
  const sid = await makeSite(sql, { companyId });
  await ask('site/sn/report/setUp', { sid, optionsWeekly: true, hour: 9 }, { token });
  const guest = await makeUser(sql);
  await shareSite(sql, sid, guest.id);
  const visible = await ask('site/sn/report/settings', { sid }, { token: await signedIn(guest.id) });
  expect(visible).toMatchObject({ optionsWeekly: 1, hour: 9, recipients: [], mails: [], mayChange: false });
  const own = await ask('site/sn/report/settings', { sid }, { token });
  expect(own.recipients).toEqual([{ email: user.email, state: 'active' }]);
});

test('refuses a plant and a device of others, and a request with neither', async () => {
  const sid = await makeSite(sql);
  const { sn } = await makeDevice(sql, { sid });
  const codeOf = async (body: object) => (await call('site/sn/report/settings', body, { token })).code;
  expect([await codeOf({ sid }), await codeOf({ sn }), await codeOf({})]).toEqual([1005, 1006, 1006]);
});
