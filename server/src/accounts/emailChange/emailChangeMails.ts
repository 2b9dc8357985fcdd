// Mails about a change of an account's address: a link to each of the two addresses, and the notice of the change.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { EMAIL_CHANGE_HOURS } from '@heliograph/contract/limits.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import type { Config } from '../../config.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { mailTexts } from '../../platform/mail/emailTemplate.ts';
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
  const old = await readerAt(sql, config, from, { language });
  const target = await readerAt(sql, config, to, { language: old.language, brandId: old.brand.id });
  await writeMail(sql, oldMail(old, to, tokens.old), at);
  await writeMail(sql, target.userId === null ? newMail(target, tokens.new) : takenMail(target), at);
}

const link = ({ language, brand }: Reader, token: string) => ({
  label: mailTexts(language)('emailChangeLink'),
  // In the fragment: browsers do not send it.
  url: `${brand.publicUrl}${PATHS.EmailChange}#token=${token}`,
});

function oldMail(reader: Reader, newEmail: string, token: string): Mail {
  const word = mailTexts(reader.language);
  const brand = reader.brand.name;
  return accountMail('emailChange', reader, {
    title: word('emailChangeTitle'),
    paragraphs: [
      word('emailChangeOld', { brand, email: reader.to, newEmail }),
      word('emailChangeHow', { hours: EMAIL_CHANGE_HOURS }),
      word('emailChangeNotYou'),
    ],
    lines: [],
    link: link(reader, token),
  });
}

function newMail(reader: Reader, token: string): Mail {
  const word = mailTexts(reader.language);
  return accountMail('emailChange', reader, {
    title: word('emailChangeTitle'),
    paragraphs: [
      word('emailChangeNew', { brand: reader.brand.name, newEmail: reader.to }),
      word('emailChangeHow', { hours: EMAIL_CHANGE_HOURS }),
      word('notYou'),
    ],
    lines: [],
    link: link(reader, token),
  });
}

function takenMail(reader: Reader): Mail {
  const word = mailTexts(reader.language);
  const brand = reader.brand.name;
  return accountMail('hasAccount', reader, {
    title: word('hasAccountTitle', { brand }),
    paragraphs: [word('emailChangeTaken', { brand, newEmail: reader.to }), word('notYou')],
    lines: [],
    link: { label: word('signInLink'), url: `${reader.brand.publicUrl}${PATHS.SignIn}` },
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
  const { to: _, ...reader } = await readerAt(sql, config, newEmail, { language });
  const word = mailTexts(reader.language);
  const time = `${clockIn(at, 'UTC', reader.language)} UTC`;
  for (const to of [oldEmail, newEmail]) {
    const mail = accountMail(
      'emailChanged',
      { ...reader, to },
      {
        title: word('emailChangedTitle'),
        paragraphs: [
          word('emailChangedText', { brand: reader.brand.name, email: oldEmail, newEmail, time }),
          ...(to === oldEmail ? [word('emailChangedHow')] : []),
        ],
        lines: [],
        link: null,
      },
    );
    await writeMail(sql, mail, at);
  }
}
