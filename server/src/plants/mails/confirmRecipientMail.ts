// Mail that asks a new recipient of a plant's mails to confirm, if the recipient is no user who sees the plant.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { Brand } from '../../brands/brands.ts';
import { mailTexts, renderEmail } from '../../platform/mail/emailTemplate.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { choiceUrl, linkToken } from './plantMails.ts';

export function confirmMail(
  brand: Brand,
  {
    sid,
    plant,
    email,
    secret,
    language,
  }: Record<'sid' | 'plant' | 'email' | 'secret', string> & { language: LanguageCode },
): Mail {
  const word = mailTexts(language);
  const { text, html } = renderEmail({
    language,
    brand,
    title: word('confirmTitle', { plant }),
    paragraphs: [word('confirmText', { plant, email })],
    lines: [],
    link: { label: word('confirmLink'), url: choiceUrl(brand, linkToken(sid, secret)) },
    end: null,
  });
  const subject = word('confirmSubject', { plant });
  return { purpose: 'confirm', sid, brand: brand.id, to: email, subject, text, html, stopUrl: '', attachment: null };
}
