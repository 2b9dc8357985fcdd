// An account that moves to another address, with the links that its mails hold: read by a real mail server.
import type { MailServer } from './mailServer.ts';

/** Of the newest mail to this address; undefined when there is none. */
export const linkOf = (mail: MailServer, to: string): string | undefined =>
  mail.taken
    .filter((one) => one.to.includes(to))
    .map(({ text }) => /\/emailChange#token=([\w-]{43})/.exec(text)?.[1])
    .findLast((token) => token !== undefined);
