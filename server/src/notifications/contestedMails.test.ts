// Mails to the people of a plant whose device somebody claims: one question, at most one mail a day, and the decision.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeOwnershipClaim, makeSite, makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { askHolders, isQuestionDue } from './contestedMails.ts';

// No mail server: mails are written but not sent.
const { sql, ask, clock, context, signedIn } = await testServer({
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'portal@portal.example',
});
clock.set('2026-06-15T10:00:00Z');
const administrator = await makeUser(sql, { role: 'administrator' });
const companyId = await makeCompany(sql);
const owner = await makeUser(sql, { role: 'owner' });
const installer = await makeUser(sql, { companyId });
const sid = await makeSite(sql, { companyId, ownerId: owner.id, installerId: installer.id, name: 'Long roof' });
const claimant = await makeUser(sql);

async function claim() {
  const { sn } = await makeDevice(sql, { sid });
  const to = await makeSite(sql, { companyId: claimant.companyId, name: 'Claimant roof' });
  const id = await makeOwnershipClaim(sql, { sid: to, sn });
  await sql`update ownership_claims set user_id = ${claimant.id}, kind = 'bought' where id = ${id}`;
  return { id, sn, to };
}
const mailed = async (purpose: string, to: string) =>
  await sql<{ subject: string; text: string }[]>`
    select subject, text_part as text from mails where purpose = ${purpose} and to_email = ${to} order by made_at`;

test('asks owner and installer once for each claim, at most once a day, and names no claimant', async () => {
  const [first, second] = [await claim(), await claim()];
  expect(await askHolders(context)).toBe(2);
  expect(await askHolders(context)).toBe(0);
  for (const { email } of [owner, installer]) {
    const mails = await mailed('ownershipContested', email);
    expect(mails).toHaveLength(1);
    for (const part of [first.sn, second.sn, 'Reason: bought', 'Long roof', 'Jun 22, 2026'])
      expect(mails[0]!.text).toContain(part);
    expect(mails[0]!.text).not.toMatch(new RegExp(`Claimant|${claimant.email}|${first.to}`));
  }
  await claim();
  clock.set('2026-06-15T12:00:00Z');
  expect(await askHolders(context)).toBe(0);
  clock.set('2026-06-16T10:00:01Z');
  expect(await askHolders(context)).toBe(2);
  expect(await isQuestionDue(sql, sid)).toBe(true);
});

test('asks nobody about a claim of the plant itself, a free number, or a claim that was answered before', async () => {
  await sql`delete from ownership_claims`;
  await sql`delete from mails`;
  clock.set('2026-06-20T10:00:00Z');
  const { id } = await claim();
  await ask(
    'device/ownership/answer',
    { sid, id, answer: 'theirs', text: '' },
    { token: await signedIn(installer.id) },
  );
  await makeOwnershipClaim(sql, { sid, sn: (await makeDevice(sql, { sid })).sn });
  await makeOwnershipClaim(sql, { sid, sn: '5FE20001' });
  expect(await askHolders(context)).toBe(0);
  await ask(
    'product/sn/ownership/decide',
    { id, accepts: false, text: '' },
    { token: await signedIn(administrator.id) },
  );
  expect(await isQuestionDue(sql, sid)).toBe(false);
});

test.each([true, false])('mails the decision to the plant that had the number (accepted: %s)', async (accepts) => {
  await sql`delete from mails`;
  const { id, sn } = await claim();
  await ask(
    'product/sn/ownership/decide',
    { id, accepts, text: 'Invoice of Claimant' },
    { token: await signedIn(administrator.id) },
  );
  for (const { email } of [owner, installer]) {
    const [mail] = await mailed('ownershipDecided', email);
    expect(mail!.subject).toBe(accepts ? `${sn} was moved to another plant` : `${sn} stays in your plant`);
    expect(mail!.text).not.toContain('Claimant');
  }
  expect(await mailed('ownershipDecided', claimant.email)).toHaveLength(1);
});
