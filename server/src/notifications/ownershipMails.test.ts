// Mails about ownership claims: the decision, and at most one a day to administrators.
import { expect, test } from 'vitest';
import { makeClaimRequest, makeDevice, makeOwnershipClaim, makeSite, makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { writeWaitingMails } from './ownershipMails.ts';

// No mail server: mails are written but not sent.
const { sql, ask, clock, context, signedIn } = await testServer({
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'portal@portal.example',
});
clock.set('2026-06-15T10:00:00Z');
const administrator = await makeUser(sql, { role: 'administrator' });
await makeUser(sql, { role: 'manager' });
const mailed = async (purpose: string) =>
  await sql<{ to: string; text: string }[]>`
    select to_email as "to", text_part as text from mails where purpose = ${purpose} order by made_at`;
const claim = async (at: string) => {
  const id = await makeOwnershipClaim(sql, { sid: await makeSite(sql), sn: (await makeDevice(sql)).sn });
  await sql`update ownership_claims set claimed_at = ${at} where id = ${id}`;
  return id;
};

test('mails administrators about new claims and requests for stock, at most once a day', async () => {
  expect(await writeWaitingMails(context)).toBe(0);
  await claim('2026-06-15T09:00:00Z');
  await sql`insert into serial_numbers (sn, entered_at) values ('5FD10001', now())`;
  await makeClaimRequest(sql, { sid: await makeSite(sql), sn: '5FD10001' });
  await writeWaitingMails(context);
  const [first] = await mailed('claimsWaiting');
  expect(first!.to).toBe(administrator.email);
  expect(first!.text).toContain('ownership claims: 1, requests for numbers in stock: 1');
  const count = (await mailed('claimsWaiting')).length;
  await claim('2026-06-15T11:00:00Z');
  clock.set('2026-06-15T12:00:00Z');
  expect(await writeWaitingMails(context)).toBe(0);
  clock.set('2026-06-16T10:00:01Z');
  expect(await writeWaitingMails(context)).toBe(count);
  clock.set('2026-06-18T10:00:00Z');
  expect(await writeWaitingMails(context)).toBe(0);
});

test('mails the decision and its text to the claimant', async () => {
  const claimant = await makeUser(sql);
  const id = await claim('2026-06-15T09:00:00Z');
  await sql`update ownership_claims set user_id = ${claimant.id} where id = ${id}`;
  const token = await signedIn(administrator.id);
  await ask('product/sn/ownership/decide', { id, accepts: false, text: 'No label in the picture' }, { token });
  const [mail] = await mailed('ownershipDecided');
  expect(mail!.to).toBe(claimant.email);
  expect(mail!.text).toContain('No label in the picture');
});
