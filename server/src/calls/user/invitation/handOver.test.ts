// Invitations on a server without a mail server: a link to hand over, which proves no address.
import { TERMS_VERSION } from '@heliograph/contract/limits.ts';
import { expect, test } from 'vitest';
import { makeBranch } from '../../../../test/branch.ts';
import { makeOffer, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';
import { hashPassword } from '../../../accounts/passwords/passwords.ts';

const server = await testServer({ PUBLIC_URL: 'https://portal.example' });
const { ask, call, signedIn, sql } = server;
const { boss, installer, foreign, stranger, roleId } = await makeBranch(sql);
const token = await signedIn(boss.id);
const theirs = await signedIn(stranger.id);
const [ownerRole, installerRole] = [await roleId('owner'), await roleId('installer')];

const PASSWORD = 'sunny roof of ida';
const TERMS = { agreedTo: TERMS_VERSION };
const inviting = (email: string, groupId = ownerRole) => ({
  email,
  contactPerson: 'Ida',
  companyId: installer,
  groupId,
});
const linkTo = async (email: string, groupId = ownerRole): Promise<string> => {
  const { link } = await ask('user/create', inviting(email, groupId), { token });
  return /^https:\/\/portal\.example\/resetPwd#invitation=([\w-]{43})$/.exec(link ?? '')![1]!;
};
const accept = (link: string, body: object) => call('user/invitation/accept', { token: link, ...body });
const ownerOf = async (sid: string) =>
  (await sql`select owner_id, invited_owner from sites where sid = ${sid}`)[0] as { ownerId: number | null };
const signIn = async (email: string) => {
  const { tokenInfo, userInfo } = await ask('sign-in', { account: email, password: PASSWORD });
  return { token: tokenInfo.token, uid: userInfo.uid };
};

test('shows the link once to its author, who may invite, and records that it was handed over', async () => {
  const link = await linkTo('one@example.com');
  expect(await sql`select after from audit_log where action = 'user/create' order by id desc limit 1`).toMatchObject([
    { after: { groupId: ownerRole, handedOver: true } },
  ]);
  expect(JSON.stringify(await ask('user/list', { filters: { state: 'invited' } }, { token }))).not.toContain(link);
  expect(JSON.stringify(await sql`select * from audit_log`)).not.toContain(link);
  // Another company, and somebody who may not invite, get none.
  expect(await call('user/create', inviting('x@example.com'), { token: theirs })).toMatchObject({ code: 1021 });
  const owner = await signedIn((await makeUser(sql, { role: 'owner' })).id);
  expect(await call('user/create', inviting('x@example.com'), { token: owner })).toMatchObject({ status: 403 });
  expect(await sql`select from company_invitations where email = 'x@example.com'`).toHaveLength(0);
  expect(await ask('user/invitation', { token: link })).toMatchObject({ hasAccount: false, isHandedOver: true });
  expect((await accept(link, { password: PASSWORD, ...TERMS })).code).toBe(200);
  expect((await accept(link, { password: PASSWORD, ...TERMS })).code).toBe(1463);
});

test('expires like a mailed link', async () => {
  const link = await linkTo('late@example.com');
  await sql`update company_invitations set expires_at = '2000-01-01' where email = 'late@example.com'`;
  expect((await accept(link, { password: PASSWORD, ...TERMS })).code).toBe(1463);
});

test('joins an account that exists only with its password', async () => {
  const known = await makeUser(sql, { passwordHash: await hashPassword(PASSWORD) });
  const link = await linkTo(known.email, installerRole);
  // The link does not say whether there is an account.
  expect((await ask('user/invitation', { token: link })).hasAccount).toBe(false);
  expect((await accept(link, {})).code).toBe(400);
  expect((await accept(link, { password: 'not the password', ...TERMS })).code).toBe(1002);
  expect(await sql`select from memberships where user_id = ${known.id}`).toHaveLength(1);
  expect((await accept(link, { password: PASSWORD })).code).toBe(200);
  expect(await sql`select from memberships where user_id = ${known.id} and company_id = ${installer}`).toHaveLength(1);
});

test('gives the account plants that name its address in the companies of its inviter, and no others', async () => {
  const email = 'olga@example.com';
  const own = await makeSite(sql, { companyId: installer });
  const other = await makeSite(sql, { companyId: foreign });
  const guestOf = await makeSite(sql, { companyId: foreign });
  await sql`update sites set invited_owner = ${email} where sid in (${own}, ${other})`;
  await sql`update sites set invited_guests = array[${email}] where sid = ${guestOf}`;
  expect((await accept(await linkTo(email), { password: PASSWORD, ...TERMS })).code).toBe(200);
  const olga = await signIn(email);
  expect(await ownerOf(own)).toMatchObject({ ownerId: olga.uid });
  expect(await ownerOf(other)).toEqual({ ownerId: null, invitedOwner: email });
  // Nor when a stranger names the address later, or offers it a plant.
  const later = await makeSite(sql, { companyId: foreign });
  await ask('site/updateFast', { sid: later, userEmail: email, shareWith: [email] }, { token: theirs });
  expect(await ownerOf(later)).toEqual({ ownerId: null, invitedOwner: email });
  await makeOffer(sql, { sid: other, toUser: olga.uid, by: stranger.id });
  expect((await ask('account/offers', {}, olga)).list).toEqual([]);
  expect(await call('account/offers/answer', { sid: other, kind: 'owner', accepts: true }, olga)).toMatchObject({
    code: 1473,
  });
  const visible = (await ask('site/listWithSN', {}, olga)).list.map(({ sid }) => sid);
  expect(visible).toEqual([own]);
  // Its own company names it as owner of further plants.
  const more = await makeSite(sql, { companyId: installer });
  await ask('site/updateFast', { sid: more, userEmail: email }, { token });
  expect(await ownerOf(more)).toMatchObject({ ownerId: olga.uid });
});
