// site/offers/make: the same for every address; transfers nothing yet; mails in the user's language if there is an account.
import { expect, test } from 'vitest';
import { makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'portal@example.com' });
const { sql } = server;
const installer = await makeUser(sql);
const owner = await makeUser(sql, { role: 'owner' });
const own = { token: await server.signedIn(owner.id) };
const branch = { token: await server.signedIn(installer.id) };
const owned = () => makeSite(sql, { companyId: installer.companyId, ownerId: owner.id, name: 'Roof' });

test('does not reveal whether there is an account, and keeps the plant with its owner', async () => {
  const known = (await makeUser(sql, { role: 'owner', email: 'known@example.com' })).email;
  await sql`update users set lan = 3 where email = ${known}`;
  const responses = [];
  for (const email of [known, 'Unknown@example.com']) {
    const sid = await owned();
    const made = await server.call('site/offers/make', { sid, email }, own);
    const after = [
      await server.ask('site/offers', { sid }, own),
      await server.ask('site/detail', { sid }, own),
      await server.ask('site/sn/report/settings', { sid }, own),
      await sql`select after from audit_log where object = ${sid}`,
    ];
    expect(made.code).toBe(200);
    expect((await sql`select owner_id from sites where sid = ${sid}`)[0]).toEqual({ ownerId: owner.id });
    responses.push(
      JSON.stringify([made, after])
        .replaceAll(sid, 'SID')
        .replaceAll(email.toLowerCase(), 'ADDRESS')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'),
    );
  }
  expect(responses[1]).toBe(responses[0]);
  const mails = await sql<
    { to: string; subject: string }[]
  >`select to_email as "to", subject from mails order by to_email`;
  expect(mails).toEqual([
    { to: known, subject: 'Roof wird Ihnen angeboten' },
    { to: 'unknown@example.com', subject: 'Roof is offered to you' },
  ]);
});

test('lets the branch offer a plant without an owner, and no other', async () => {
  const free = await makeSite(sql, { companyId: installer.companyId });
  expect((await server.call('site/offers/make', { sid: free, email: owner.email }, branch)).code).toBe(200);
  const sid = await owned();
  expect(await server.call('site/offers/make', { sid, email: 'a@example.com' }, branch)).toMatchObject({ code: 1470 });
});

test('refuses a second offer, an offer to the owner, and strangers', async () => {
  const sid = await owned();
  expect(await server.call('site/offers/make', { sid, email: owner.email.toUpperCase() }, own)).toMatchObject({
    code: 1471,
  });
  await server.ask('site/offers/make', { sid, email: 'a@example.com' }, own);
  expect(await server.call('site/offers/make', { sid, email: 'b@example.com' }, own)).toMatchObject({ code: 1472 });
  const stranger = { token: await server.signedIn((await makeUser(sql)).id) };
  expect(await server.call('site/offers/make', { sid, email: 'a@example.com' }, stranger)).toMatchObject({
    code: 1005,
  });
});

test('limits offers after sixty strangers', async () => {
  const asker = await makeUser(sql, { role: 'owner' });
  const token = await server.signedIn(asker.id);
  const sid = await makeSite(sql, { ownerId: asker.id });
  await sql`delete from tries`;
  for (let n = 0; n < 60; n++) {
    await server.ask('site/offers/make', { sid, email: `${n}@example.com` }, { token });
    await server.ask('site/offers/withdraw', { sid, kind: 'owner' }, { token });
  }
  expect(await server.call('site/offers/make', { sid, email: 'x@example.com' }, { token })).toMatchObject({
    code: 1000,
  });
});
