// Invites the owner of a new plant who has no account yet: once per plant and address, in the transaction that names the owner.
import { PATHS } from '@heliograph/contract/pages.ts';
import { brandOfPlantMail } from '../../brands/brands.ts';
import type { CallContext } from '../../context.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';
import { mailTexts, renderEmail } from '../../platform/mail/emailTemplate.ts';
import { writeMail } from '../../platform/mail/outbox.ts';

/** Queues the invitation, within a change of the plant that has begun. Does nothing without a mail server. */
export async function inviteOwner(
  { context, sql, session, at, language }: Pick<CallContext, 'context' | 'sql' | 'session' | 'at' | 'language'>,
  { sid, plant, email }: { sid: string; plant: string; email: string },
): Promise<void> {
  const { config } = context;
  if (!config.mail || email === '') return;
  const sent = await sql`
    select from mails where about_sid = ${sid} and to_email = ${email} and purpose = 'invitation' limit 1`;
  if (sent.length > 0) return;
  await countAttempt(context, 'confirmations', session.userId);
  const word = mailTexts(language);
  const brand = await brandOfPlantMail(sql, config, { sid, to: email });
  const { isOpen } = brand;
  const { text, html } = renderEmail({
    language,
    brand,
    title: word('invitationTitle', { plant }),
    paragraphs: [word(isOpen ? 'invitationOpenText' : 'invitationText', { plant, brand: brand.name, email })],
    lines: [],
    link: {
      label: word(isOpen ? 'registerLink' : 'invitationLink', { brand: brand.name }),
      url: `${brand.publicUrl}${isOpen ? PATHS.Register : PATHS.SignIn}`,
    },
    end: null,
  });
  const subject = word('invitationSubject', { plant, brand: brand.name });
  const mail = { purpose: 'invitation', sid, brand: brand.id, to: email, subject, text, html } as const;
  await writeMail(sql, { ...mail, stopUrl: '', attachment: null }, at);
}
