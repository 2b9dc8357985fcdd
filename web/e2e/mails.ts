// A portal that sends mails through a real mail server, for journeys that read them.
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

/** Waits for the newest mail to an address with a matching subject; the outbox is processed every ten seconds. */
export async function mailTo(mails: Mails, address: string, subject: RegExp) {
  const newest = () => mails.taken.findLast((mail) => mail.to.includes(address) && subject.test(mail.subject));
  await expect.poll(() => newest() !== undefined, { timeout: 30_000 }).toBe(true);
  return newest()!;
}
