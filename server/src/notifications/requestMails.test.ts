// Mails about requests for numbers in stock: the answer to the plant's people, and at most one a day to managers.
import { expect, test } from 'vitest';
import { makeClaimRequest, makeCompany, makeSite, makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { writeStockMails } from './requestMails.ts';

// No mail server: mails are written but not sent.
const { sql, ask, clock, context, signedIn } = await testServer({
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'portal@portal.example',
});
clock.set('2026-06-15T10:00:00Z');
const seller = await makeCompany(sql);
const manager = await makeUser(sql, { role: 'manager', companyId: seller });
await makeUser(sql, { role: 'installer', companyId: seller });
await makeUser(sql, { role: 'manager', companyId: await makeCompany(sql) });
await makeUser(sql, { role: 'administrator' });
let next = 0x5fc00001;

async function requested(
  at: string,
  { companyId = undefined as number | undefined, owner = undefined as number | undefined } = {},
) {
  const sn = (next++).toString(16).toUpperCase();
  await sql`insert into serial_numbers (sn, stock_of, entered_at) values (${sn}, ${seller}, now())`;
  const sid = await makeSite(sql, {
    name: 'Long roof',
    ...(companyId && { companyId }),
    ...(owner && { ownerId: owner }),
  });
  const id = await makeClaimRequest(sql, { sid, sn });
  await sql`update claim_requests set asked_at = ${at} where id = ${id}`;
  return { sn, sid, id };
}
const mailed = async (purpose: string) =>
  await sql<{ to: string; sid: string | null; text: string }[]>`
    select to_email as "to", about_sid as sid, text_part as text from mails where purpose = ${purpose} order by made_at, to_email`;

test('mails managers of the company that has the number in stock, at most once a day and for new requests only', async () => {
  expect(await writeStockMails(context)).toBe(0);
  await requested('2026-06-15T09:00:00Z');
  await requested('2026-06-15T09:30:00Z');
  expect(await writeStockMails(context)).toBe(1);
  const [first] = await mailed('requestsWaiting');
  expect(first).toMatchObject({ to: manager.email, sid: null });
  expect(first!.text).toContain('for an answer: 2.');
  await requested('2026-06-15T11:00:00Z');
  clock.set('2026-06-15T12:00:00Z');
  expect(await writeStockMails(context)).toBe(0);
  clock.set('2026-06-16T10:00:01Z');
  expect(await writeStockMails(context)).toBe(1);
  clock.set('2026-06-18T10:00:00Z');
  expect(await writeStockMails(context)).toBe(0);
});

test.each([true, false])(
  'mails the people of the plant when its request is answered (released: %s)',
  async (accepts) => {
    await sql`delete from mails`;
    const companyId = await makeCompany(sql);
    const [owner, head, colleague] = [
      await makeUser(sql, { role: 'owner' }),
      await makeUser(sql, { companyId }),
      await makeUser(sql, { companyId }),
    ];
    await sql`update memberships set is_company_owner = (user_id = ${head.id}) where company_id = ${companyId}`;
    const { sn, sid, id } = await requested('2026-06-18T09:00:00Z', { companyId, owner: owner.id });
    await sql`update sites set installer_id = ${colleague.id} where sid = ${sid}`;
    const token = await signedIn(manager.id);
    await ask('product/sn/requests/answer', { id, sn, accepts }, { token });
    const mails = await mailed('requestAnswered');
    expect(mails.map(({ to }) => to)).toEqual([owner, head, colleague].map(({ email }) => email).toSorted());
    for (const mail of mails) {
      expect(mail.sid).toBe(sid);
      expect(mail.text).toContain(accepts ? 'was released' : 'was not released');
      expect(mail.text).toContain('Long roof');
    }
  },
);
