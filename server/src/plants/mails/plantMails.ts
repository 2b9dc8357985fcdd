// What is common to mails about a plant: their links, and why they came.
import { isStorable } from '@heliograph/contract/entities/parts.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import type { Config } from '../../config.ts';
import { brandName, type EmailContent, mailTexts } from '../../platform/mail/emailTemplate.ts';

/** In the address of a link: the plant, so that its recipient is found where the plant is, and what nobody can guess. */
export const linkToken = (sid: string, secret: string): string => `${sid}~${secret}`;
/** What no database holds is no link. */
export function readToken(token: string): { sid: string; secret: string } {
  const [sid = '', secret = ''] = isStorable(token) ? token.split('~') : [];
  return { sid, secret };
}

type Where = Pick<Config, 'publicUrl' | 'brand'>;

/** One press in a mail program posts to it. */
export const stopUrl = ({ publicUrl }: Where, token: string): string => `${publicUrl}/mails/stop/${token}`;
/** A page that asks before it does something: programs that look at links of mails press nothing. */
export const choicePath = (token: string): string => `${PATHS.MailChoice}?token=${encodeURIComponent(token)}`;
export const choiceUrl = ({ publicUrl }: Where, token: string): string => `${publicUrl}${choicePath(token)}`;
export const plantUrl = ({ publicUrl }: Where, sid: string, view: string): string =>
  `${publicUrl}${PATHS.PvPlantDetail}?sid=${sid}&view=${view}`;

export function endOf(
  where: Where,
  {
    sid,
    secret,
    email,
    plant,
    language,
  }: Record<'sid' | 'secret' | 'email' | 'plant', string> & { language: LanguageCode },
): NonNullable<EmailContent['end']> {
  const word = mailTexts(language);
  return { why: word('why', { plant, email }), label: word('stop'), url: choiceUrl(where, linkToken(sid, secret)) };
}

/** The button that leads to the plant. */
export const openLink = (where: Where, sid: string, view: string, language: LanguageCode): EmailContent['link'] => ({
  label: mailTexts(language)('open', { brand: brandName(where.brand) }),
  url: plantUrl(where, sid, view),
});
