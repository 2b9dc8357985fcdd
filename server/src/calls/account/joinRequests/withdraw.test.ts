// account/joinRequests/withdraw: ends the own request and the question that it led to.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';
import { forwardJoinRequests } from '../../../plants/joining/forwardJoinRequests.ts';

const server = await testServer();
const { sql, context } = server;

test('ends the question to the people of the plant, and only the own one', async () => {
  const installer = await makeUser(sql);
  const staff = { token: await server.signedIn(installer.id) };
  const { sid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId: installer.companyId }) });
  const makeAsker = async () => {
    const { id, email } = await makeUser(sql, { role: 'owner' });
    return { email, token: await server.signedIn(id) };
  };
  const first = await makeAsker();
  const second = await makeAsker();
  for (const { token } of [first, second]) await server.ask('account/joinRequests/make', { sn }, { token });
  await forwardJoinRequests(context);
  await server.ask('account/joinRequests/withdraw', { sn }, first);
  expect(await server.call('account/joinRequests/withdraw', { sn }, first)).toMatchObject({
    code: ERROR_CODES.joinRequestNotFound,
  });
  expect((await server.ask('site/joinRequests', { sid }, staff)).list.map(({ email }) => email)).toEqual([
    second.email,
  ]);
  expect(
    await server.call('site/joinRequests/answer', { sid, email: first.email, answer: 'guest' }, staff),
  ).toMatchObject({ code: ERROR_CODES.joinRequestNotFound });
  const lines = await sql`select action, before from audit_log where action = 'account/joinRequests/withdraw'`;
  expect(lines).toMatchObject([{ before: { sn } }]);
});
