// A portal that sends mails over a real mail server, for journeys that read them.
import { openMailServer } from '../../server/test/mailServer.ts';
import { test as base, expect, type Portal, startPortal } from './portal.ts';

export type Mails = Awaited<ReturnType<typeof openMailServer>>;

export const test = base.extend<object, { portal: Portal; mails: Mails }>({
  mails: [
    async ({ browserName: _ }, use) => {
      const mails = await openMailServer();
      await use(mails);
      await mails.close();
    },
    { scope: 'worker' },
  ],
  portal: [
    async ({ mails }, use) => {
      const portal = await startPortal({ SMTP_URL: mails.url, MAIL_FROM: 'portal@portal.example' });
      await use(portal);
      await portal.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/** The newest mail to an address, once it is there: the outbox is looked at every ten seconds. */
export async function mailTo(mails: Mails, address: string, subject: RegExp) {
  const found = () => mails.taken.findLast((mail) => mail.to.includes(address) && subject.test(mail.subject));
  await expect.poll(() => found() !== undefined, { timeout: 30_000 }).toBe(true);
  return found()!;
}
