// What ends a mail and what only delays it: refusals of a real mail server, and slow answers.
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { makeUser } from '../../test/factories.ts';
import { type MailServer, mailServer } from '../../test/mailServer.ts';
import { testServer } from '../../test/testServer.ts';
import { mailPasswordChanged } from '../accounts/accountMails.ts';
import { sendMails } from './sendMails.ts';

const mail = await mailServer();
const { clock, context, sql } = await testServer({ SMTP_URL: mail.url, MAIL_FROM: 'portal@portal.example' });

beforeEach(async () => {
  mail.taken.length = 0;
  mail.refuse = {};
  mail.onTaken = () => {};
  await sql`delete from mails`;
});

async function writeMail(): Promise<string> {
  const { email } = await makeUser(sql);
  await sql.begin((tx) => mailPasswordChanged(tx, context.config, { email, language: 'en', at: clock.now() }));
  return email;
}
const states = async () =>
  (await sql<{ state: string; failure: string | null }[]>`select state, failure from mails order by state`).map(
    ({ state, failure }) => failure ?? state,
  );

const refusals: [string, MailServer['refuse']][] = [
  ['the sender, for good', { sender: () => 550 }],
  ['the sender, by policy', { sender: () => '530 5.7.0' }],
  ['relaying to the recipient', { recipient: () => '550 5.7.1' }],
  ['the recipient for now', { recipient: () => 450 }],
  ['the content', { mail: () => '554 5.6.0' }],
];
test.each(refusals)(
  'a mail whose server refuses %s is sent again for three days, and arrives once it is accepted',
  async (_, refuse) => {
    const to = await writeMail();
    mail.refuse = refuse;
    for (let hour = 0; hour < 48; hour += 6) {
      await sendMails(context);
      expect(await states()).toEqual(['waiting']);
      clock.forward(6 * 3600);
    }
    mail.refuse = {};
    expect(await sendMails(context)).toBe(1);
    expect(mail.taken.map((taken) => taken.to)).toEqual([[to]]);
    expect(mail.taken[0]!.text).toContain('password');
  },
);

test.each([550, '550 5.1.1', '553 5.1.3', '550 5.2.1'] as const)(
  'a mail whose recipient does not exist (%s) ends',
  async (code) => {
    await writeMail();
    mail.refuse = { recipient: () => code };
    await sendMails(context);
    expect(await states()).toEqual(['refused']);
  },
);

test('a mail that is never accepted is given up after three days', async () => {
  await writeMail();
  mail.refuse = { sender: () => 550 };
  for (let hour = 0; hour < 84; hour += 6) {
    await sendMails(context);
    clock.forward(6 * 3600);
  }
  expect(await states()).toEqual(['givenUp']);
});

test('a mail server that takes long for one mail gets it once, and others meanwhile', async () => {
  const slow = await writeMail();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  mail.onTaken = () => answered;
  expect(await sendMails(context, undefined, 200)).toBe(0);
  mail.onTaken = () => {};
  const others = [await writeMail(), await writeMail()];
  expect(await sendMails(context, undefined, 5_000)).toBe(2);
  expect(new Set(mail.taken.map(({ to }) => to[0]))).toEqual(new Set([slow, ...others]));
  expect(await states()).toEqual(['sent', 'sent', 'waiting']);
  answer();
  await expect.poll(states).toEqual(['sent', 'sent', 'sent']);
  await wait(50);
  await sendMails(context);
  expect(mail.taken).toHaveLength(3);
});
