// User who invites people to a company, on a server with a real mail server, and the mails received.

import { sendMails } from '../src/notifications/sendMails.ts';
import { makeBranch } from './branch.ts';
import { makeUser } from './factories.ts';
import { mailServer } from './mailServer.ts';
import { testServer } from './testServer.ts';

export async function inviter() {
  const mail = await mailServer();
  const server = await testServer({
    SMTP_URL: mail.url,
    MAIL_FROM: 'portal@portal.example',
    PUBLIC_URL: 'https://portal.example',
  });
  const { sql, context, signedIn } = server;
  const { boss, installer, roleId } = await makeBranch(sql);
  const groupId = await roleId('installer');
  return {
    ...server,
    mail,
    boss,
    installer,
    token: await signedIn(boss.id),
    /** Creates an account in a company that the inviter does not see. */
    elsewhere: await makeUser(sql, { name: 'Has A Place' }),
    inviting: (email: string, more: object = {}) => ({
      email,
      contactPerson: 'Ida',
      companyId: installer,
      groupId,
      ...more,
    }),
    /** Returns the token in the newest mail. */
    mailed: async (): Promise<string> => {
      await sendMails(context);
      const [got] = mail.taken.splice(0);
      return /#invitation=([\w-]{43})/.exec(got?.text ?? '')![1]!;
    },
  };
}
