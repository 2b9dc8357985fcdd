// user/company/del: plants stay with their owners, those without move up, and members keep their accounts.
import { expect, test } from 'vitest';
import { makeBranch } from '../../../../test/branch.ts';
import { onOneDatabase } from '../../../../test/cluster.ts';
import { makeCompany, makeDevice, makeProduct, makeSite, makeUser } from '../../../../test/factories.ts';
import { makeRollout } from '../../../../test/rolloutPlants.ts';
import { testServer } from '../../../../test/testServer.ts';
import { runRollouts } from '../../../firmware/rollouts/runRollouts.ts';
import { connect } from '../../../platform/database/connect.ts';

const { call, ask, sql, signedIn, context, clock, databaseUrl } = await testServer({
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'portal@portal.example',
});
const { dealer, boss } = await makeBranch(sql);
const token = await signedIn(boss.id);

test('keeps plants with their owners, moves those without to the company above, and keeps members’ accounts', async () => {
  const closed = await makeCompany(sql, { parentId: dealer, name: 'Closes' });
  const worker = await makeUser(sql, { companyId: closed });
  const both = await makeUser(sql, { companyId: closed });
  await sql`insert into memberships (user_id, company_id, role_id) select ${both.id}, ${dealer}, id from roles where code = 'dealer'`;
  const owner = await makeUser(sql, { role: 'owner' });
  const owned = await makeSite(sql, { companyId: closed, ownerId: owner.id, installerId: worker.id });
  const { sn } = await makeDevice(sql, { sid: owned });
  const nobodys = await makeSite(sql, { companyId: closed, installerId: worker.id });
  const workerToken = await signedIn(worker.id);
  const result = await ask('user/company/del', { id: closed }, { token });
  expect(result).toEqual({ leftPlants: 1, movedPlants: 1 });
  // The owner is notified.
  const mails =
    await sql`select about_sid, to_email, text_part like '%Closes%' as names from mails where purpose = 'careEnded'`;
  expect(mails).toEqual([{ aboutSid: owned, toEmail: owner.email, names: true }]);
  expect(await sql`select from companies where id = ${closed}`).toHaveLength(0);
  const ownerToken = await signedIn(owner.id);
  expect((await ask('device/detail', { sid: owned, sn }, { token: ownerToken })).sn).toBe(sn);
  const [site] =
    await sql`select s.owner_id, s.installer_id, c.parent_id from sites s join companies c on c.id = s.company_id where s.sid = ${owned}`;
  expect(site).toEqual({ ownerId: owner.id, installerId: null, parentId: null });
  expect((await call('site/detail', { sid: owned }, { token })).code).toBe(1005);
  expect((await call('site/detail', { sid: nobodys }, { token })).code).toBe(200);
  expect(
    await sql`select from sites where sid = ${nobodys} and company_id = ${dealer} and installer_id is null`,
  ).toHaveLength(1);
  await expect.poll(async () => (await call('account/info', {}, { token: workerToken })).code).toBe(401);
  const renewed = await signedIn(worker.id);
  expect(await ask('account/info', {}, { token: renewed })).toMatchObject({ groupName: 'Owner' });
  expect((await ask('site/listWithSN', {}, { token: renewed })).total).toBe(0);
  const { list } = await ask('account/companies', {}, { token: await signedIn(both.id) });
  expect(list).toMatchObject([{ companyId: dealer }]);
});

test('moves the company’s products and stock to the company above', async () => {
  const closed = await makeCompany(sql, { parentId: dealer, name: 'Closes, too' });
  const model = await makeProduct(sql, { companyId: closed });
  await sql`insert into roles (code, name, scope, company_id) values ('own_closes', 'Theirs', 'own', ${closed})`;
  await sql`insert into serial_numbers (sn, stock_of) values ('5F0AAC01', ${closed})`;
  await ask('user/company/del', { id: closed }, { token });
  expect(await sql`select company_id from roles where code = 'own_closes'`).toEqual([{ companyId: dealer }]);
  expect(await sql`select company_id from products where model = ${model}`).toEqual([{ companyId: dealer }]);
  expect(await sql`select stock_of from serial_numbers where sn = '5F0AAC01'`).toEqual([{ stockOf: dealer }]);
});

test('stops its roll-outs, so that no device waits for them any more', async () => {
  const closed = await makeCompany(sql, { parentId: dealer, name: 'Rolls out' });
  const owner = await makeUser(sql, { role: 'owner' });
  const device = await makeDevice(sql, { sid: await makeSite(sql, { companyId: closed, ownerId: owner.id }) });
  const given = { ...device, companyId: closed, step: 'waiting' };
  const running = await makeRollout(sql, { ...given, state: 'running' });
  const paused = await makeRollout(sql, { ...given, state: 'paused' });
  const ended = await makeRollout(sql, { ...given, state: 'finished', step: 'updated' });
  await ask('user/company/del', { id: closed }, { token });
  const states = await sql`select id, state, reason, revision, history from rollouts where company_id = ${closed}`;
  expect(Object.fromEntries(states.map(({ id, state, reason }) => [id, [state, reason]]))).toEqual({
    [running]: ['stopped', 'askerGone'],
    [paused]: ['stopped', 'askerGone'],
    [ended]: ['finished', ''],
  });
  expect(states.find(({ id }) => id === running)).toMatchObject({
    revision: 2,
    history: [{ what: 'stopped', at: clock.now().toISOString(), by: null, wave: 0, reason: 'askerGone' }],
  });
  await runRollouts(context);
  const steps = await sql`select distinct step from rollout_devices where rollout_id in (${running}, ${paused})`;
  expect(steps).toEqual([{ step: 'skipped' }]);
  expect(await sql`select from rollouts where company_id = ${closed} and settled_at is null`).toHaveLength(0);
});

test('keeps a plant that moves to another company meanwhile', async () => {
  const [closed, other] = [await makeCompany(sql, { parentId: dealer }), await makeCompany(sql, { parentId: dealer })];
  const owner = await makeUser(sql, { role: 'owner' });
  const worker = await makeUser(sql, { companyId: other });
  const sid = await makeSite(sql, { companyId: closed, ownerId: owner.id });
  let closing: Promise<unknown> | undefined;
  const mover = connect(databaseUrl, { max: 1 });
  await mover.begin(async (tx) => {
    await tx`update sites set company_id = ${other}, installer_id = ${worker.id} where sid = ${sid}`;
    closing = call('user/company/del', { id: closed }, { token });
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  expect(await closing).toMatchObject({ code: 200, data: { leftPlants: 0, movedPlants: 0 } });
  await mover.end({ timeout: 1 });
  const [site] = await sql`select company_id, installer_id from sites where sid = ${sid}`;
  expect(site).toEqual({ companyId: other, installerId: worker.id });
});

onOneDatabase('it looks for who waits, on the plant’s node')(
  'makes a concurrent change of one of its plants wait, and refuses neither',
  async () => {
    const closed = await makeCompany(sql, { parentId: dealer });
    const owner = await makeUser(sql, { role: 'owner' });
    const sid = await makeSite(sql, { companyId: closed, ownerId: owner.id });
    await makeDevice(sql, { sid });
    const editor = connect(databaseUrl, { max: 1 });
    let closing: Promise<unknown> | undefined;
    await editor.begin(async (tx) => {
      // As a change of the plant does: the plant first, dependent rows later.
      await tx`select from sites where sid = ${sid} for no key update`;
      closing = call('user/company/del', { id: closed }, { token });
      await expect
        .poll(
          async () =>
            (
              await sql<{ n: number }[]>`
              select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
            )[0]!.n,
        )
        .toBe(1);
      await tx`select lock_sites(array[${sid}]::text[])`;
    });
    expect(await closing).toMatchObject({ code: 200, data: { leftPlants: 1 } });
    await editor.end({ timeout: 1 });
  },
);

test('refuses to close a company with members of higher rank, and that of the last administrator', async () => {
  const closed = await makeCompany(sql, { parentId: dealer, name: 'Stays' });
  const above = await makeUser(sql, { companyId: closed, role: 'manager' });
  const administrator = await makeUser(sql, { role: 'administrator' });
  const closer = await signedIn(administrator.id);
  expect(await call('user/company/del', { id: closed }, { token })).toMatchObject({ code: 1600 });
  expect(await sql`select from memberships where user_id = ${above.id} and company_id = ${closed}`).toHaveLength(1);
  await sql`update memberships set company_id = ${closed} where role_id in (select id from roles where scope = 'all')`;
  const adminToken = await signedIn(administrator.id);
  expect(await call('user/company/del', { id: closed }, { token: adminToken })).toMatchObject({ code: 1600 });
  expect(await sql`select from companies where id = ${closed}`).toHaveLength(1);
  const other = await makeUser(sql, { role: 'administrator' });
  expect(other.companyId).not.toBe(closed);
  expect(await call('user/company/del', { id: closed }, { token: closer })).toMatchObject({ code: 401 });
  expect(await call('user/company/del', { id: closed }, { token: await signedIn(other.id) })).toMatchObject({
    code: 200,
  });
});
