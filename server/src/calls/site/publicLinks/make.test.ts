// site/publicLinks/make: the secret is shown once and stored nowhere; a link expires within a year.
import { expect, test } from 'vitest';
import { makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const owner = await makeUser(sql, { role: 'owner' });
const token = await server.signedIn(owner.id);

test('puts the secret behind the # of the link, and in no table or list', async () => {
  const sid = await makeSite(sql, { ownerId: owner.id });
  const { url } = await server.ask('site/publicLinks/make', { sid, lastDay: '2026-06-15' }, { token });
  const [page, secret] = url.split('#token=');
  expect(page).toBe(`${server.context.config.publicUrl}/public`);
  expect(secret).toMatch(/^[\w-]{32}$/);
  const stored = await sql`
    select (select json_agg(l)::text from public_links l) || (select json_agg(a)::text from audit_log a) as rows`;
  const visible = JSON.stringify([stored, await server.ask('site/publicLinks', { sid }, { token })]);
  expect(visible).not.toContain(secret);
});

test('refuses past days, those beyond a year, and a twenty-first link', async () => {
  const sid = await makeSite(sql, { ownerId: owner.id });
  for (const lastDay of ['2026-06-14', '2027-06-16'])
    expect(await server.call('site/publicLinks/make', { sid, lastDay }, { token })).toMatchObject({ code: 1476 });
  for (let n = 0; n < 20; n++) await server.ask('site/publicLinks/make', { sid, lastDay: '2027-06-15' }, { token });
  expect(await server.call('site/publicLinks/make', { sid, lastDay: '2027-06-15' }, { token })).toMatchObject({
    code: 1477,
  });
  const stranger = { token: await server.signedIn((await makeUser(sql)).id) };
  expect(await server.call('site/publicLinks/make', { sid, lastDay: '2027-06-15' }, stranger)).toMatchObject({
    code: 1005,
  });
});
