// To whose it is: a webhook was turned off, since nothing was taken for days or its receiver said that it is no more.
import { CHANNEL_FAILS_DAYS } from '@heliograph/contract/limits.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { accountMail, readerAt } from '../accounts/accountMails.ts';
import type { Config } from '../config.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { brandName, mailTexts } from '../platform/mail/emailTemplate.ts';
import { writeMail } from '../platform/mail/outbox.ts';

export async function sendWebhookDisabledMail(
  tx: Transaction,
  config: Config,
  { email, name, isGone, at }: { email: string; name: string; isGone: boolean; at: Date },
): Promise<void> {
  if (!config.mail) return;
  const reader = await readerAt(tx, email, { language: 'en', brand: config.brand });
  const word = mailTexts(reader.language);
  const mail = accountMail('webhookOff', reader, {
    title: word('webhookOffTitle'),
    paragraphs: [
      word(isGone ? 'webhookGoneText' : 'webhookOffText', { name, days: CHANNEL_FAILS_DAYS }),
      word('webhookOffHow'),
    ],
    lines: [],
    link: { label: word('open', { brand: brandName(reader.brand) }), url: `${config.publicUrl}${PATHS.Account}` },
  });
  await writeMail(tx, mail, at);
}
