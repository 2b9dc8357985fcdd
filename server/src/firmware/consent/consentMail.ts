// Asks an owner for consent to update devices of their plants, in one mail for all plants.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { Config } from '../../config.ts';
import { openLink } from '../../plants/mails/plantMails.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { brandName, mailTexts, renderEmail } from '../../platform/mail/emailTemplate.ts';
import { writeMail } from '../../platform/mail/outbox.ts';
import { dayText } from '../../platform/texts/localText.ts';

/** Maximum plants listed in one mail; the rest are counted. */
const MAX_LINES = 30;

interface ConsentMail {
  to: string;
  language: LanguageCode;
  versionName: string;
  endsAt: Date;
  /** At least one plant. */
  plants: readonly { sid: string; plant: string; timezone: string }[];
}

/** Enqueues the mail, unless no mail server is configured. */
export async function sendConsentMail(
  sql: Transaction,
  config: Config,
  { to, language, versionName, endsAt, plants }: ConsentMail,
  at: Date,
): Promise<void> {
  if (!config.mail) return;
  const translate = mailTexts(language);
  const { sid, plant, timezone } = plants[0]!;
  const last = dayText(localDay(endsAt.getTime(), timezone), language);
  const title = translate('updateAskedTitle', { plant });
  const { text, html } = renderEmail({
    language,
    brand: config.brand,
    title,
    paragraphs: [
      translate('updateAskedText', { version: versionName, brand: brandName(config.brand) }),
      translate('updateAskedHow', { day: last }),
    ],
    lines:
      plants.length === 1
        ? []
        : [
            ...plants.slice(0, MAX_LINES).map((one) => ({ label: one.plant, text: '' })),
            ...(plants.length > MAX_LINES
              ? [{ label: translate('more', { count: plants.length - MAX_LINES }), text: '' }]
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
