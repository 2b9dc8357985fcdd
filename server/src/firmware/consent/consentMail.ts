// Asks an owner whether devices of his plants may be updated: one mail, however many plants.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { Config } from '../../config.ts';
import { openLink } from '../../plants/mails/plantMails.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { brandName, mailTexts, renderEmail } from '../../platform/mail/emailTemplate.ts';
import { writeMail } from '../../platform/mail/outbox.ts';
import { dayText } from '../../platform/texts/localText.ts';

/** Of one mail; the others are counted. */
const MAX_LINES = 30;

interface Asked {
  to: string;
  language: LanguageCode;
  versionName: string;
  endsAt: Date;
  /** At least one. */
  plants: readonly { sid: string; plant: string; timezone: string }[];
}

/** Without a mail server nobody is told. */
export async function sendConsentMail(
  sql: Transaction,
  config: Config,
  { to, language, versionName, endsAt, plants }: Asked,
  at: Date,
): Promise<void> {
  if (!config.mail) return;
  const word = mailTexts(language);
  const { sid, plant, timezone } = plants[0]!;
  const last = dayText(localDay(endsAt.getTime(), timezone), language);
  const title = word('updateAskedTitle', { plant });
  const { text, html } = renderEmail({
    language,
    brand: config.brand,
    title,
    paragraphs: [
      word('updateAskedText', { version: versionName, brand: brandName(config.brand) }),
      word('updateAskedHow', { day: last }),
    ],
    lines:
      plants.length === 1
        ? []
        : [
            ...plants.slice(0, MAX_LINES).map((one) => ({ label: one.plant, text: '' })),
            ...(plants.length > MAX_LINES
              ? [{ label: word('more', { count: plants.length - MAX_LINES }), text: '' }]
              : []),
          ],
    link: openLink(config, sid, 'overview', language),
    end: null,
  });
  await writeMail(
    sql,
    { purpose: 'updateAsked', sid, to, subject: title, text, html, stopUrl: '', attachment: null },
    at,
  );
}
