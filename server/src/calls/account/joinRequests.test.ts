// account/joinRequests: the account's own requests, the newest first, in pages.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql, clock } = server;

test('lists the own requests only, the newest first, in pages', async () => {
  const own = { token: await server.signedIn((await makeUser(sql, { role: 'owner' })).id) };
  const other = { token: await server.signedIn((await makeUser(sql, { role: 'owner' })).id) };
  for (const sn of ['5F200001', '5f200002', '5F200003']) {
    await server.ask('account/joinRequests/make', { sn, message: ` of ${sn} ` }, own);
    clock.forward(60);
  }
  await server.ask('account/joinRequests/make', { sn: '5F200001' }, other);
  expect(await server.ask('account/joinRequests', { page: { size: 2 } }, own)).toEqual({
    list: [
      {
        sn: '5F200003',
        message: 'of 5F200003',
        askedIso: '2026-06-15T10:02:00.000Z',
        expiresIso: '2026-07-15T10:02:00.000Z',
        state: 'waiting',
      },
      {
        sn: '5F200002',
        message: 'of 5f200002',
        askedIso: '2026-06-15T10:01:00.000Z',
        expiresIso: '2026-07-15T10:01:00.000Z',
        state: 'waiting',
      },
    ],
    total: 3,
  });
  const second = await server.ask('account/joinRequests', { page: { size: 2, num: 1 } }, own);
  expect(second.list.map(({ sn }) => sn)).toEqual(['5F200001']);
});
