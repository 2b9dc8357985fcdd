// Mail to a webhook's owner when it was turned off because its receiver failed for days or reported that it is gone.
import { CHANNEL_FAILS_DAYS } from '@heliograph/contract/limits.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { accountMail, readerAt } from '../accounts/accountMails.ts';
import type { Config } from '../config.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { mailTexts } from '../platform/mail/emailTemplate.ts';
import { writeMail } from '../platform/mail/outbox.ts';

export async function sendWebhookDisabledMail(
  tx: Transaction,
  config: Config,
  { email, name, isGone, at }: { email: string; name: string; isGone: boolean; at: Date },
): Promise<void> {
  if (!config.mail) return;
  const reader = await readerAt(tx, config, email, { language: 'en' });
  const translate = mailTexts(reader.language);
  const mail = accountMail('webhookOff', reader, {
    title: translate('webhookOffTitle'),
    paragraphs: [
      translate(isGone ? 'webhookGoneText' : 'webhookOffText', { name, days: CHANNEL_FAILS_DAYS }),
      translate('webhookOffHow'),
    ],
    lines: [],
    link: { label: translate('open', { brand: reader.brand.name }), url: `${reader.brand.publicUrl}${PATHS.Account}` },
  });
  await writeMail(tx, mail, at);
}
