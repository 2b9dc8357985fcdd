// Tests demo accounts: no administrator if the portal has its own one, frozen while the demo is off, and never an operator's account.
import { fleet } from '@heliograph/simulator/fleet.ts';
import { expect, test } from 'vitest';
import { type TestServer, testServer } from '../../test/testServer.ts';
import { makeAdministrator } from '../accounts/firstAdministrator.ts';
import { hashPassword } from '../accounts/passwords/passwords.ts';
import { newSetupLink } from '../accounts/setupLink.ts';
import { parseConfig } from '../config.ts';
import { seed } from '../seed/seed.ts';
import { settleDemoAccounts } from './accounts.ts';
import { createFleet, DEMO_PASSWORD } from './createFleet.ts';
import { isDemoEnabled } from './start.ts';

const OWN = { ADMIN_EMAIL: 'me@solar.example', ADMIN_PASSWORD: 'a long sentence' };
const small = (seedNumber: number, beganAtMs: number) => fleet(seedNumber, beganAtMs).slice(0, 3);

async function demoServer(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await testServer({ DEMO: 'on', ...env });
  await createFleet(server.context, 1, small);
  await settleDemoAccounts(server.context, true);
  return server;
}

const signIn = async ({ call }: TestServer, account: string, password: string = DEMO_PASSWORD): Promise<number> =>
  (await call('sign-in', { account, password })).code;

const administrators = async ({ sql }: TestServer): Promise<string[]> =>
  (
    await sql<{ email: string }[]>`
      select u.email from users u join memberships m on m.user_id = u.id join roles r on r.id = m.role_id
      where r.code = 'administrator' order by 1`
  ).map(({ email }) => email);

const restarted = (server: TestServer, env: Record<string, string>) => ({
  ...server.context,
  config: parseConfig({ env, production: false, isRoot: false }),
});

const published = async ({ sql }: TestServer): Promise<string[]> =>
  (
    await sql<
      { roles: string[] }[]
    >`select jsonb_path_query_array(value, '$.accounts[*].role') as roles from settings where name = 'demo'`
  )[0]!.roles;

test('has a demo administrator if the portal has no administrator of its own', async () => {
  const server = await demoServer();
  expect(await administrators(server)).toEqual(['admin@example.com']);
  expect(await signIn(server, 'admin@example.com')).toBe(200);
});

test('has no demo administrator with ADMIN_EMAIL, from the first start on', async () => {
  const server = await demoServer(OWN);
  expect(await administrators(server)).toEqual(['me@solar.example']);
  expect(await published(server)).toEqual(['installer', 'owner']);
  expect(await signIn(server, 'admin@example.com')).not.toBe(200);
});

test('removes the demo administrator and ends its sessions when ADMIN_EMAIL is set later', async () => {
  const server = await demoServer();
  const { tokenInfo } = await server.ask('sign-in', { account: 'admin@example.com', password: DEMO_PASSWORD });
  expect((await server.call('account/info', {}, { token: tokenInfo.token })).code).toBe(200);
  const later = restarted(server, { DEMO: 'on', ...OWN });
  await seed(later);
  expect(await settleDemoAccounts(later, true)).toEqual({ administrates: false, frozen: 0 });
  expect(await administrators(server)).toEqual(['me@solar.example']);
  expect(await published(server)).toEqual(['installer', 'owner']);
  await expect.poll(async () => (await server.call('account/info', {}, { token: tokenInfo.token })).code).toBe(401);
  expect(await signIn(server, 'me@solar.example', OWN.ADMIN_PASSWORD)).toBe(200);
});

test("turns the demo account into the operator's own if ADMIN_EMAIL is its address", async () => {
  const server = await demoServer();
  const later = restarted(server, { DEMO: 'on', ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'a long sentence' });
  await seed(later);
  await settleDemoAccounts(later, false);
  expect(await signIn(server, 'admin@example.com')).not.toBe(200);
  expect(await signIn(server, 'admin@example.com', 'a long sentence')).toBe(200);
});

test('freezes demo accounts while the demo is off, unfreezes them when it is on again, and locks nobody out', async () => {
  const server = await demoServer();
  const { sql } = server;
  const { tokenInfo } = await server.ask('sign-in', { account: 'admin@example.com', password: DEMO_PASSWORD });
  const off = restarted(server, { DEMO: 'off' });
  const [all] = await sql`select count(*)::int as count from users`;
  expect(await settleDemoAccounts(off, false)).toEqual({ administrates: false, frozen: all!.count });
  expect((await sql`select from users where frozen_at is null`).length).toBe(0);
  await expect.poll(async () => (await server.call('account/info', {}, { token: tokenInfo.token })).code).toBe(401);
  expect(await signIn(server, 'admin@example.com')).not.toBe(200);
  // The operator can now create an administrator.
  expect(await newSetupLink(off)).toContain('/setup#secret=');
  // An account that was frozen for another reason stays frozen.
  await sql`update users set frozen_with_demo = false where email = (select min(email) from users where email <> 'admin@example.com')`;
  expect(await isDemoEnabled(sql)).toBe(true);
  expect(await settleDemoAccounts(server.context, true)).toEqual({ administrates: true, frozen: 0 });
  expect(await signIn(server, 'admin@example.com')).toBe(200);
  expect((await sql`select from users where frozen_at is not null`).length).toBe(1);
});

test("never changes an operator's own account, whatever its address", async () => {
  const server = await testServer({ DEMO: 'on' });
  const { sql } = server;
  const owner = small(1, 0)[0]!.owner.email;
  await sql.begin((tx) => makeAdministrator(tx, 'admin@example.com', 'mine alone'));
  await sql`insert into users (email, password_hash, name) values (${owner}, ${await hashPassword(DEMO_PASSWORD)}, 'Mine')`;
  const state = () => sql`
    select u.*, m.company_id, m.role_id from users u left join memberships m on m.user_id = u.id
    where email in ('admin@example.com', ${owner}) order by id`;
  const before = await state();
  await createFleet(server.context, 1, small);
  await settleDemoAccounts(server.context, true);
  await settleDemoAccounts(restarted(server, { DEMO: 'off' }), false);
  expect(await state()).toEqual(before);
  expect((await sql`select from users where email = ${`demo.${owner}`}`).length).toBe(1);
});

test('treats a demo account with a changed password as the account of its owner', async () => {
  const server = await demoServer();
  await server.sql`update users set password_hash = ${await hashPassword('changed it')} where email = 'admin@example.com'`;
  await settleDemoAccounts(restarted(server, { DEMO: 'off' }), false);
  expect(await signIn(server, 'admin@example.com', 'changed it')).toBe(200);
});
