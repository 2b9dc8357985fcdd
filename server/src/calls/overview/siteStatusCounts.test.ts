// overview/siteStatusCounts: how many visible plants are in each status.
import { expect, test } from 'vitest';
import { makeCompany, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;

test('overview/siteStatusCounts counts the visible plants by status', async () => {
  const distributor = await makeUser(sql, { role: 'distributor' });
  const companyId = await makeCompany(sql, { parentId: distributor.companyId });
  for (const [sid, status] of [
    [await makeSite(sql, { companyId }), 0],
    [await makeSite(sql, { companyId }), 0],
    [await makeSite(sql, { companyId }), 1],
    [await makeSite(sql, { companyId: distributor.companyId }), -1],
    [await makeSite(sql), 0],
  ] as const) {
    await sql`update site_live set status = ${status} where sid = ${sid}`;
  }
  // Whatever its devices say: its day has not come.
  const early = await makeSite(sql, { companyId, commissionedOn: null });
  await sql`update site_live set status = 0 where sid = ${early}`;
  // Commissioned, and nothing was heard of it, not even a live row.
  await sql`delete from site_live where sid = ${await makeSite(sql, { companyId })}`;
  const counts = await server.ask('overview/siteStatusCounts', {}, { token: await server.signedIn(distributor.id) });
  expect(counts.siteCount).toBe(6);
  expect(counts.statusMap).toMatchObject({ '0': 2, '1': 1, '-1': 2, '2': 1 });
});

test('overview/siteStatusCounts always says online and offline', async () => {
  const token = await server.signedIn((await makeUser(sql, { role: 'owner' })).id);
  const { siteCount, statusMap } = await server.ask('overview/siteStatusCounts', {}, { token });
  expect(siteCount).toBe(0);
  expect(statusMap).toMatchObject({ '0': 0, '-1': 0 });
});
