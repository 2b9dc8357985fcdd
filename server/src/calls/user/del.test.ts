// user/del: removes a membership, and the account with its last one; plants stay.
import { expect, test } from 'vitest';
import { makeBranch } from '../../../test/branch.ts';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const { installer, boss, worker, roleId } = await makeBranch(sql);
const token = await signedIn(boss.id);

test('keeps one of two administrators who remove each other', async () => {
  const [one, other] = [await makeUser(sql, { role: 'administrator' }), await makeUser(sql, { role: 'administrator' })];
  const [its, others] = [await signedIn(one.id), await signedIn(other.id)];
  const both = await Promise.all([
    call('user/del', { uid: other.id, companyId: other.companyId }, { token: its }),
    call('user/del', { uid: one.id, companyId: one.companyId }, { token: others }),
  ]);
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 401]);
});

test('deletes the account with its last membership, and keeps its plants without it', async () => {
  const { id } = await worker('owner');
  const carer = await worker();
  const sid = await makeSite(sql, { companyId: installer, ownerId: id, installerId: carer.id });
  const shared = await makeSite(sql, { sharedWith: [id] });
  const { sn } = await makeDevice(sql, { sid });
  const its = await signedIn(id);
  await ask('user/del', { uid: id, companyId: installer }, { token });
  expect(await sql`select from users where id = ${id}`).toHaveLength(0);
  expect((await call('account/info', {}, { token: its })).status).toBe(401);
  expect(await sql`select from sessions where user_id = ${id}`).toHaveLength(0);
  const [site] = await sql`select owner_id, installer_id, company_id, seen_by from sites where sid = ${sid}`;
  expect(site).toMatchObject({ ownerId: null, installerId: carer.id, companyId: installer });
  for (const table of ['sites', 'site_live', 'devices', 'device_live'])
    expect(await sql`select from ${sql(table)} where ${id}::int = any (seen_by)`).toHaveLength(0);
  expect(await sql`select from sites where sid = ${shared} and shared_with = '{}'`).toHaveLength(1);
  expect((await ask('device/detail', { sid, sn }, { token })).sn).toBe(sn);
});

test('keeps the account with other memberships, and ends service assignments of that company’s plants', async () => {
  const { id } = await makeUser(sql);
  await sql`insert into memberships (user_id, company_id, role_id) values (${id}, ${installer}, ${await roleId('installer')})`;
  const sid = await makeSite(sql, { companyId: installer, installerId: id });
  const guest = await makeSite(sql, { companyId: installer, installerId: id, sharedWith: [id] });
  await ask('user/del', { uid: id, companyId: installer }, { token });
  expect(await sql`select from users where id = ${id}`).toHaveLength(1);
  const accessible = (await sql<{ sid: string }[]>`select sid from sites where ${id}::int = any (seen_by)`).map(
    (row) => row.sid,
  );
  expect(accessible).toEqual([guest]);
  expect(await sql`select from sites where sid = any (${[sid, guest]}) and installer_id is null`).toHaveLength(2);
});
