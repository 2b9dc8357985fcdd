// Links in the mails about a change of an account's e-mail address, read from a real mail server.
import type { MailServer } from './mailServer.ts';

/** Returns the token in the newest mail to this address; undefined if there is none. */
export const linkOf = (mail: MailServer, to: string): string | undefined =>
  mail.taken
    .filter((one) => one.to.includes(to))
    .map(({ text }) => /\/emailChange#token=([\w-]{43})/.exec(text)?.[1])
    .findLast((token) => token !== undefined);
