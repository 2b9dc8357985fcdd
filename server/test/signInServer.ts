// Server for tests of sign-in beyond passwords: mails, codes, passkeys and tokens.
import { beforeEach } from 'vitest';
import { hashPassword } from '../src/accounts/passwords/passwords.ts';
import { sendMails } from '../src/notifications/sendMails.ts';
import { makeCompany, makeSite, makeUser } from './factories.ts';
import { mailServer } from './mailServer.ts';
import { codeOf, SECOND_FACTOR_KEY, softPasskey } from './signIns.ts';
import { testServer } from './testServer.ts';

export const PASSWORD = 'the password of a test';
export const HOME = '198.51.100.7';
export const ORIGIN = 'https://solar.example.com';

export async function startSignInServer() {
  const mail = await mailServer();
  const server = await testServer({
    SECOND_FACTOR_KEY,
    PUBLIC_URL: ORIGIN,
    SMTP_URL: mail.url,
    MAIL_FROM: 'portal@portal.example',
  });
  const { ask, call, clock, context, sql, signedIn } = server;
  const passwordHash = await hashPassword(PASSWORD);

  beforeEach(async () => {
    await sql`truncate tries`;
    await sql`delete from mails`;
    mail.taken.length = 0;
  });

  /** Creates an installer with a company and a plant. */
  async function person() {
    const companyId = await makeCompany(sql);
    const { id, email } = await makeUser(sql, { role: 'installer', companyId, passwordHash });
    const token = await signedIn(id);
    const signIn = (code?: string, address = HOME) =>
      call('sign-in', { account: email, password: PASSWORD, ...(code === undefined ? {} : { code }) }, { address });
    return { id, email, token, signIn, sid: await makeSite(sql, { companyId }) };
  }

  return {
    ...server,
    mail,
    person,
    /** Creates an installer whose codes were enabled half a minute ago. */
    async withCodes() {
      const who = await person();
      const { secret } = await ask('account/secondFactor/begin', { password: PASSWORD }, { token: who.token });
      const code = codeOf(secret, clock.now());
      const { recoveryCodes } = await ask('account/secondFactor/confirm', { code }, { token: who.token });
      clock.forward(30);
      return { ...who, secret, recoveryCodes, next: () => codeOf(secret, clock.now()) };
    },
    async withPasskey() {
      const who = await person();
      const passkey = softPasskey(ORIGIN);
      const { options } = await ask('account/passkeys/begin', { password: PASSWORD }, { token: who.token });
      const made = passkey.make(options.challenge);
      await ask('account/passkeys/add', { name: 'Telephone', passkey: made }, { token: who.token });
      return { ...who, passkey };
    },
    /** Challenges: one for registering an account's passkey, one for signing in. */
    challengeFor: async (token: string) =>
      (await ask('account/passkeys/begin', { password: PASSWORD }, { token })).options.challenge,
    question: async () => (await ask('sign-in/passkey/begin')).options.challenge,
    makeToken: (session: string, given: object = {}) =>
      call(
        'account/tokens/make',
        { password: PASSWORD, name: 'Home Assistant', scope: 'read', days: 30, ...given } as never,
        { token: session },
      ),
    /** Returns and removes the subjects of mails since the last call. */
    async subjects(): Promise<string[]> {
      await sendMails(context);
      return mail.taken.splice(0).map(({ subject }) => subject.replace('Heliograph: ', ''));
    },
    /** Sets a new password through a mailed link. */
    async reset(email: string, password: string): Promise<void> {
      await sql`truncate tries`;
      await ask('email-forget-password', { email });
      await sendMails(context);
      const link = mail.taken.map(({ text }) => /#token=([\w-]+)/.exec(text)?.[1]).find((token) => token !== undefined);
      await ask('reset-password-email', { token: link!, password });
    },
  };
}
