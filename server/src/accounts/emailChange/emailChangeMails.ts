// Mails about a change of an account's address: a link to each of the two addresses, and the notice of the change.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { EMAIL_CHANGE_HOURS } from '@heliograph/contract/limits.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import type { Config } from '../../config.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { brandName, mailTexts } from '../../platform/mail/emailTemplate.ts';
import { type Mail, writeMail } from '../../platform/mail/outbox.ts';
import { clockIn } from '../../platform/texts/localText.ts';
import { accountMail, type Reader, readerAt } from '../accountMails.ts';

interface EmailChangeRequest {
  from: string;
  to: string;
  tokens: { old: string; new: string };
  language: LanguageCode;
  at: Date;
}

/** Queues the mails to the old and the new address, in the language of the account. A new address that has an account gets a notice of that and no link. */
export async function writeEmailChangeMails(
  sql: Transaction,
  config: Config,
  { from, to, tokens, language, at }: EmailChangeRequest,
): Promise<void> {
  const old = await readerAt(sql, from, { language, brand: config.brand });
  const target = await readerAt(sql, to, { language: old.language, brand: old.brand });
  await writeMail(sql, oldMail(config, old, to, tokens.old), at);
  await writeMail(sql, target.userId === null ? newMail(config, target, tokens.new) : takenMail(config, target), at);
}

const link = ({ publicUrl }: Config, { language }: Reader, token: string) => ({
  label: mailTexts(language)('emailChangeLink'),
  // In the fragment: browsers do not send it.
  url: `${publicUrl}${PATHS.EmailChange}#token=${token}`,
});

function oldMail(config: Config, reader: Reader, newEmail: string, token: string): Mail {
  const word = mailTexts(reader.language);
  const brand = brandName(reader.brand);
  return accountMail('emailChange', reader, {
    title: word('emailChangeTitle'),
    paragraphs: [
      word('emailChangeOld', { brand, email: reader.to, newEmail }),
      word('emailChangeHow', { hours: EMAIL_CHANGE_HOURS }),
      word('emailChangeNotYou'),
    ],
    lines: [],
    link: link(config, reader, token),
  });
}

function newMail(config: Config, reader: Reader, token: string): Mail {
  const word = mailTexts(reader.language);
  return accountMail('emailChange', reader, {
    title: word('emailChangeTitle'),
    paragraphs: [
      word('emailChangeNew', { brand: brandName(reader.brand), newEmail: reader.to }),
      word('emailChangeHow', { hours: EMAIL_CHANGE_HOURS }),
      word('notYou'),
    ],
    lines: [],
    link: link(config, reader, token),
  });
}

function takenMail({ publicUrl }: Config, reader: Reader): Mail {
  const word = mailTexts(reader.language);
  const brand = brandName(reader.brand);
  return accountMail('hasAccount', reader, {
    title: word('hasAccountTitle', { brand }),
    paragraphs: [word('emailChangeTaken', { brand, newEmail: reader.to }), word('notYou')],
    lines: [],
    link: { label: word('signInLink'), url: `${publicUrl}${PATHS.SignIn}` },
  });
}

interface Changed {
  oldEmail: string;
  newEmail: string;
  language: LanguageCode;
  at: Date;
}

/** Queues the notice of the change to both addresses, in the transaction that made it, so that the owner knows whom to contact if it was somebody else. */
export async function sendEmailChangedMails(
  sql: Transaction,
  config: Config,
  { oldEmail, newEmail, language, at }: Changed,
): Promise<void> {
  if (!config.mail) return;
  const { to: _, ...reader } = await readerAt(sql, newEmail, { language, brand: config.brand });
  const word = mailTexts(reader.language);
  const time = `${clockIn(at, 'UTC', reader.language)} UTC`;
  for (const to of [oldEmail, newEmail]) {
    const mail = accountMail(
      'emailChanged',
      { ...reader, to },
      {
        title: word('emailChangedTitle'),
        paragraphs: [
          word('emailChangedText', { brand: brandName(reader.brand), email: oldEmail, newEmail, time }),
          ...(to === oldEmail ? [word('emailChangedHow')] : []),
        ],
        lines: [],
        link: null,
      },
    );
    await writeMail(sql, mail, at);
  }
}
