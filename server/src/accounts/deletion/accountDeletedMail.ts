// Queues the last mail to an account, the notice of its deletion. After it the address is stored nowhere.
import type { Config } from '../../config.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { mailTexts } from '../../platform/mail/emailTemplate.ts';
import { writeMail } from '../../platform/mail/outbox.ts';
import { accountMail, type Reader } from '../accountMails.ts';

export async function sendAccountDeletedMail(
  sql: Transaction,
  config: Config,
  { reader, at }: { reader: Reader; at: Date },
): Promise<void> {
  if (!config.mail) return;
  const word = mailTexts(reader.language);
  const mail = accountMail('accountLeft', reader, {
    title: word('accountLeftTitle'),
    paragraphs: [word('accountLeftText', { brand: reader.brand.name, email: reader.to }), word('emailChangedHow')],
    lines: [],
    link: null,
  });
  await writeMail(sql, mail, at);
}
