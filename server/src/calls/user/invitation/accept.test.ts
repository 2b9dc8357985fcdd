// user/invitation/accept: with a new or existing account, once.
import { TERMS_VERSION } from '@heliograph/contract/limits.ts';
import { expect, test } from 'vitest';
import { makeSite } from '../../../../test/factories.ts';
import { inviter } from '../../../../test/inviter.ts';
import { hashToken } from '../../../access/session.ts';
import { sendMails } from '../../../notifications/sendMails.ts';

const { ask, call, context, elsewhere, installer, inviting, mail, mailed, signedIn, sql, token } = await inviter();

const TERMS = { agreedTo: TERMS_VERSION };
const PASSWORD = 'sunny roof of ida';

test('creates an account with the role by the link, once', async () => {
  await ask('user/create', inviting('Ida@Example.com', { countryCode: 'AT', city: 'Bregenz' }), { token });
  const link = await mailed();
  const details = await ask('user/invitation', { token: link });
  expect(details).toEqual({
    email: 'ida@example.com',
    companyName: 'Dachwerk',
    groupName: 'Installer',
    hasAccount: false,
    isHandedOver: false,
  });
  expect(await sql`select from company_invitations where token_hash = ${hashToken(link)}`).toHaveLength(1);
  const accept = (body: object) => call('user/invitation/accept', { token: link, ...body });
  expect((await accept({})).code).toBe(400);
  expect((await accept({ password: PASSWORD })).code).toBe(1437);
  expect((await accept({ password: 'ida@example.com', ...TERMS })).code).toBe(1342);
  // A plant that waits for the address belongs to the account at once.
  const sid = await makeSite(sql, { companyId: installer });
  await sql`update sites set invited_owner = 'ida@example.com' where sid = ${sid}`;
  const both = await Promise.all([accept({ password: PASSWORD, ...TERMS }), accept({ password: PASSWORD, ...TERMS })]);
  expect(both.map(({ code }) => code).toSorted()).toEqual([1463, 200]);
  const { userInfo } = await ask('sign-in', { account: 'ida@example.com', password: PASSWORD });
  expect(userInfo).toMatchObject({ companyId: installer, groupName: 'Installer', country: 'AT', isCompanyOwner: 0 });
  const [site] = await sql<{ ownerId: number }[]>`select owner_id from sites where sid = ${sid}`;
  expect(site!.ownerId).toBe(userInfo.uid);
  expect((await call('user/invitation', { token: link })).code).toBe(1463);
});

test('writes the invitation in the language chosen for it, which the account then has', async () => {
  await ask('user/create', inviting('eva@example.com', { language: 'de' }), { token, headers: { lan: '1' } });
  await sendMails(context);
  expect(mail.taken[0]!.text).toContain('Dachwerk lädt Sie');
  const link = await mailed();
  await ask('user/invitation/accept', { token: link, password: PASSWORD, ...TERMS });
  const { tokenInfo } = await ask('sign-in', { account: 'eva@example.com', password: PASSWORD });
  expect((await ask('account/info', {}, { token: tokenInfo.token })).language).toBe('de');
  await ask('user/create', inviting('li@example.com'), { token, headers: { lan: '1' } });
  expect(await sql`select lan from company_invitations where email = 'li@example.com'`).toEqual([{ lan: 1 }]);
  await mailed();
});

test('adds an existing account, which keeps its password and first company', async () => {
  const [before] = await sql`select password_hash, name from users where id = ${elsewhere.id}`;
  await ask('user/create', inviting(elsewhere.email), { token });
  const link = await mailed();
  expect((await ask('user/invitation', { token: link })).hasAccount).toBe(true);
  await ask('user/invitation/accept', { token: link, password: 'taken over by the boss' });
  expect((await sql`select password_hash, name from users where id = ${elsewhere.id}`)[0]).toEqual(before);
  const { list } = await ask('account/companies', {}, { token: await signedIn(elsewhere.id) });
  expect(list.map(({ companyId: id }) => id).toSorted()).toEqual([elsewhere.companyId, installer].toSorted());
  // The company cannot rename the user.
  const renamed = await call('user/update', { uid: elsewhere.id, companyId: installer, contactPerson: 'X' }, { token });
  expect(renamed.code).toBe(1458);
  expect((await call('user/create', inviting(elsewhere.email), { token })).code).toBe(1457);
});
