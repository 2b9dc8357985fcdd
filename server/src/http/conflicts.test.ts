// A change or a sign-in that the database aborts as the victim of a deadlock is made again, once the other transaction is over.
import { expect, test } from 'vitest';
import { makeSite, makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { lockAccount } from '../accounts/accountLock.ts';
import { hashPassword } from '../accounts/passwords/passwords.ts';
import { lockAddresses } from '../plants/sharing/invitations.ts';

test('repeats a change after a deadlock, with one audit line', async () => {
  const { ask, sql, signedIn } = await testServer();
  const user = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: user.companyId });
  const token = await signedIn(user.id);
  const guest = 'guest@example.com';
  const isWaiting = async () =>
    (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length >
    0;
  // The call locks the address, then the plant; this transaction the plant, then the address.
  const changed = await sql.begin(async (tx) => {
    await tx`select from sites where sid = ${sid} for update`;
    const change = ask('site/updateFast', { sid, shareWith: [guest] }, { token });
    await expect.poll(isWaiting).toBe(true);
    // Waits until the database has aborted the call, which waited first.
    await lockAddresses(tx, [guest]);
    return { change };
  });
  await changed.change;
  expect(await sql`select invited_guests from sites where sid = ${sid}`).toEqual([{ invitedGuests: [guest] }]);
  expect(await sql`select from audit_log where action = 'site/updateFast'`).toHaveLength(1);
});

test('repeats the part of a change with transactions of its own after a deadlock, with one audit line', async () => {
  const { ask, call, sql, signedIn } = await testServer();
  const { id, email } = await makeUser(sql, { passwordHash: await hashPassword('the old one') });
  const token = await signedIn(id);
  const isWaiting = async () =>
    (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length >
    0;
  // The call locks the account, then its row; this transaction the row, then the account.
  const changed = await sql.begin(async (tx) => {
    await tx`select from users where id = ${id} for no key update`;
    const change = ask('account/updatePassword', { password: 'the old one', newPassword: 'the new one' }, { token });
    await expect.poll(isWaiting).toBe(true);
    await lockAccount(tx, id, 'alone');
    return { change };
  });
  await changed.change;
  expect((await call('sign-in', { account: email, password: 'the new one' })).code).toBe(200);
  expect(await sql`select from audit_log where action = 'account/updatePassword'`).toHaveLength(1);
});

test('repeats a sign-in after a deadlock', async () => {
  const { ask, sql } = await testServer();
  const { id, email } = await makeUser(sql, { passwordHash: await hashPassword('the old one') });
  const isWaiting = async () =>
    (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).length >
    0;
  // The sign-in locks the account, then a table; this transaction the table, then the account.
  const signedIn = await sql.begin(async (tx) => {
    await tx`lock table sign_in_networks in share mode`;
    const signIn = ask('sign-in', { account: email, password: 'the old one' });
    await expect.poll(isWaiting).toBe(true);
    await lockAccount(tx, id, 'alone');
    return { signIn };
  });
  expect((await signedIn.signIn).tokenInfo.token).not.toBe('');
});
