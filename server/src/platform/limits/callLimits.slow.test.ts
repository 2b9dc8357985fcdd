// Tests the limits of one user when a database lock is held longer than a call waits for it.
import { expect, test } from 'vitest';
import { makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { connect, NO_LIMITS } from '../database/connect.ts';

const server = await testServer();
const { sql } = server;

test('refuses a call that waits too long for a lock, and cancels its statements', async () => {
  const user = await makeUser(sql);
  const token = await server.signedIn(user.id);
  const sid = await makeSite(sql, { companyId: user.companyId });
  const limited = connect(server.databaseUrl, { max: 1 });
  const [{ statement, lock }] = (await limited`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`) as unknown as [
    { statement: string; lock: string },
  ];
  expect([statement, lock]).toEqual(['1min', '15s']);
  const holder = connect(server.databaseUrl, { max: 1, limits: NO_LIMITS });
  const { promise: unlock, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: setLocked } = Promise.withResolvers<void>();
  const holding = holder.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`;
    await tx`select from sites where sid = ${sid} for update`;
    setLocked();
    await unlock;
  });
  await locked;
  const { code } = await server.call('site/updateFast', { sid, siteName: 'Renamed' }, { token });
  expect(code).toBe(1322);
  release();
  await holding;
  await Promise.all([holder.end(), limited.end()]);
});
