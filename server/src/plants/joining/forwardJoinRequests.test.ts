// Mails about requests for access: one to each person who answers for the plant, and a few a day.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { startMailingServer } from '../../../test/mailingServer.ts';
import { sendMails } from '../../notifications/sendMails.ts';
import { forwardJoinRequests } from './forwardJoinRequests.ts';

const server = await startMailingServer();
const { mail, context, sql } = server;

async function asker(sn: string) {
  const { id, email } = await makeUser(sql, { role: 'owner', name: 'Buy at shop.example' });
  const own = { token: await server.signedIn(id) };
  const ask = () => server.ask('account/joinRequests/make', { sn, message: 'Visit shop.example' }, own);
  await ask();
  return { email, own, ask };
}

async function plant() {
  const owner = await makeUser(sql, { role: 'owner' });
  const companyId = await makeCompany(sql);
  const installer = await makeUser(sql, { companyId });
  const sid = await makeSite(sql, { companyId, ownerId: owner.id, installerId: installer.id, name: 'Roof' });
  return { ...(await makeDevice(sql, { sid })), people: [owner.email, installer.email].toSorted() };
}

test('mails the owner and the installer once, without what the person wrote', async () => {
  const { sid, sn, people } = await plant();
  const { email, own, ask } = await asker(sn);
  expect(await forwardJoinRequests(context)).toBe(1);
  await sendMails(context);
  expect(mail.taken.flatMap(({ to }) => to).toSorted()).toEqual(people);
  const [{ subject, text } = { subject: '', text: '' }] = mail.taken;
  expect(subject).toBe('Request for access to Roof');
  expect(text).toContain(email);
  expect(text).toContain(sn);
  expect(text).toContain(`https://portal.example/pvPlant/edit?sid=${sid}&at=shareWith`);
  expect(text).not.toContain('shop.example');
  // Renewed, and withdrawn and made again.
  await ask();
  await forwardJoinRequests(context);
  await server.ask('account/joinRequests/withdraw', { sn }, own);
  await ask();
  await forwardJoinRequests(context);
  await sendMails(context);
  expect(mail.taken).toHaveLength(2);
});

test('mails about at most five requests for a plant a day', async () => {
  const { sid, sn } = await plant();
  for (let n = 0; n < 7; n++) await asker(sn);
  expect(await forwardJoinRequests(context)).toBe(7);
  expect(await sql`select from mails where about_sid = ${sid}`).toHaveLength(10);
  expect(await sql`select from join_questions where sid = ${sid}`).toHaveLength(7);
});

test('drops a mail whose request was withdrawn before it was sent', async () => {
  const { sn } = await plant();
  const { own } = await asker(sn);
  await forwardJoinRequests(context);
  await server.ask('account/joinRequests/withdraw', { sn }, own);
  await sendMails(context);
  expect(mail.taken).toEqual([]);
});

test('mails nobody about a number of no plant', async () => {
  await asker('5F300001');
  expect(await forwardJoinRequests(context)).toBe(1);
  expect(await forwardJoinRequests(context)).toBe(0);
  expect(await sql`select from mails`).toEqual([]);
});

test('mails an acceptance in the language of the account, and never a refusal', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const sid = await makeSite(sql, { companyId: await makeCompany(sql), ownerId: owner.id, name: 'Roof' });
  const answers = { token: await server.signedIn(owner.id) };
  const answer = async (as: 'guest' | 'decline') => {
    const { sn } = await makeDevice(sql, { sid });
    const { email } = await asker(sn);
    await sql`update users set lan = 3 where email = ${email}`;
    await forwardJoinRequests(context);
    await sendMails(context);
    mail.taken.length = 0;
    await server.ask('site/joinRequests/answer', { sid, email, answer: as }, answers);
    await sendMails(context);
    return email;
  };
  const email = await answer('guest');
  const [{ to, subject, text } = { to: [], subject: '', text: '' }, ...more] = mail.taken;
  expect([to, subject, more]).toEqual([[email], 'Zugang zu Roof gewährt', []]);
  expect(text).toContain(owner.email);
  expect(text).toContain(`https://portal.example/pvPlant/detail?sid=${sid}`);
  const declined = await answer('decline');
  expect(mail.taken).toEqual([]);
  expect(await sql`select from mails where to_email = ${declined}`).toHaveLength(0);
});
