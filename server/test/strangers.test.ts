// Generated from the contract: every call that is not public refuses requests without a session or permission.
import type { Call } from '@heliograph/contract/call.ts';
import { calls, type Path } from '@heliograph/contract/calls.ts';
import { expect, test } from 'vitest';
import { makeUser } from './factories.ts';
import { testServer } from './testServer.ts';

const { call, clock, sql, signedIn } = await testServer();
const guarded = Object.entries(calls as Record<string, Call>).filter(([, { access }]) => access !== 'public');
const permitted = guarded.filter(([, { access }]) => typeof access !== 'string');
const pathsOf = (list: [string, Call][]) => list.map(([path]) => path as Path);

/** A role without menu entries and with access to everything, so that only the permission can refuse it. */
await sql`insert into roles (code, name, scope) values ('nothing', 'Nothing', 'all')`;
const { id } = await makeUser(sql, { role: 'owner' });
await sql`update memberships set role_id = (select id from roles where code = 'nothing') where user_id = ${id}`;
const token = await signedIn(id);

const unauthorized = { status: 401, code: 401, msg: 'Login has expired, please log in again', data: {} };

test('only the listed calls are public', () => {
  const open = Object.keys(calls).filter((path) => calls[path as Path].access === 'public');
  expect(open.toSorted()).toEqual([
    'auth/setup',
    'common/country',
    'common/currency',
    'common/lan',
    'common/portal',
    'common/privacyPolicy',
    'common/state',
    'common/timezone',
    // Authorized by the token of a link, which is valid for nothing else.
    'email-change/answer',
    'email-change/look',
    'email-forget-password',
    // Authorized by the secret of a link, which is valid for nothing else.
    'mail/choice',
    'mail/choose',
    'public/plant',
    'reset-password-email',
    'sign-in',
    'sign-in/company',
    'sign-in/company/begin',
    'sign-in/passkey',
    'sign-in/passkey/begin',
    'sign-up',
    'sign-up/code',
    // Authorized by the secret of a mailed link.
    'user/invitation',
    'user/invitation/accept',
  ]);
});

test.each(pathsOf(guarded))('%s refuses a stranger', async (path) => {
  expect(await call(path)).toEqual(unauthorized);
});

test.each(pathsOf(guarded))('%s refuses an unknown token', async (path) => {
  expect(await call(path, undefined, { token: 'A'.repeat(43) })).toEqual(unauthorized);
});

test.each(pathsOf(permitted))('%s refuses a role without its permission, before it reads the request', async (path) => {
  expect(await call(path, undefined, { token })).toMatchObject({ status: 403, code: 403, data: {} });
});

test('expired sessions, frozen accounts and lost memberships are refused like strangers', async () => {
  const expired = await signedIn((await makeUser(sql)).id);
  clock.forward(43_201);
  expect(await call('account/info', {}, { token: expired })).toEqual(unauthorized);
  const frozen = await makeUser(sql);
  const frozenToken = await signedIn(frozen.id);
  await sql`update users set frozen_at = now() where id = ${frozen.id}`;
  expect(await call('account/info', {}, { token: frozenToken })).toEqual(unauthorized);
  const removed = await makeUser(sql);
  const removedToken = await signedIn(removed.id);
  await sql`delete from memberships where user_id = ${removed.id}`;
  expect(await call('account/info', {}, { token: removedToken })).toEqual(unauthorized);
});
