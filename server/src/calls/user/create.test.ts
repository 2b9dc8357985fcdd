// user/create: the same for every address, which does not reveal existing accounts.
import { expect, test } from 'vitest';
import { inviter } from '../../../test/inviter.ts';
import { sendMails } from '../../notifications/sendMails.ts';

const { ask, boss, call, context, elsewhere, inviting, mail, signedIn, sql, token } = await inviter();

test('invites the same way with or without an account, and lists both alike', async () => {
  const known = await call('user/create', inviting(elsewhere.email), { token });
  const fresh = await call('user/create', inviting('fresh@example.com'), { token });
  expect({ ...known, data: null }).toEqual({ ...fresh, data: null });
  expect(await sendMails(context)).toBe(2);
  const [one, other] = mail.taken.splice(0);
  const without = (text: string) => text.replace(/#invitation=\S+/g, '').replaceAll(/\S+@example\.com/g, '');
  expect(without(one!.text)).toBe(without(other!.text));
  const { list } = await ask('user/list', { filters: { state: 'invited' }, sort: [{ field: 'email' }] }, { token });
  const rows = list.map(({ email: _, invitationId: id, ...row }) => ({ ...row, isInvited: id > 0 }));
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual(rows[1]);
  expect(rows[0]).toMatchObject({ uid: 0, contactPerson: 'Ida', state: 'invited', isInvited: true });
  await sql`delete from company_invitations`;
});

test('creates one invitation for an address invited twice at once', async () => {
  const fresh = await signedIn(boss.id);
  const both = await Promise.all([1, 2].map(() => call('user/create', inviting('both@example.com'), { token: fresh })));
  expect(both.map(({ code }) => code)).toEqual([200, 200]);
  expect(await sql`select from company_invitations where email = 'both@example.com'`).toHaveLength(1);
});

test('refuses roles of higher rank, companies of others, and unknown regions', async () => {
  const fresh = await signedIn(boss.id);
  const refused = async (more: object) =>
    (await call('user/create', inviting('x@example.com', more), { token: fresh })).code;
  const [wider] = await sql<{ id: number }[]>`select id from roles where code = 'administrator'`;
  expect(await refused({ groupId: wider!.id })).toBe(1456);
  expect(await refused({ groupId: 99_999 })).toBe(1456);
  expect(await refused({ companyId: elsewhere.companyId })).toBe(1021);
  expect(await refused({ companyId: 99_999 })).toBe(1021);
  expect(await refused({ countryCode: 'XX' })).toBe(1014);
  expect(await refused({ countryCode: 'DE', StateCode: 'nowhere' })).toBe(400);
  expect(await sql`select from company_invitations where email = 'x@example.com'`).toHaveLength(0);
});
