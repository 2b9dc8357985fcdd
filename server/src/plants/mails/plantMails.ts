// Common parts of mails about a plant: their links and footer.
import { isStorable } from '@heliograph/contract/entities/parts.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import type { Brand } from '../../brands/brands.ts';
import { type EmailContent, mailTexts } from '../../platform/mail/emailTemplate.ts';

/** Returns the token of a link: the plant, so that its recipient is found where the plant is stored, and a secret. */
export const linkToken = (sid: string, secret: string): string => `${sid}~${secret}`;
/** Parses a token; both parts are empty if it contains characters that cannot be stored. */
export function readToken(token: string): { sid: string; secret: string } {
  const [sid = '', secret = ''] = isStorable(token) ? token.split('~') : [];
  return { sid, secret };
}

type Sender = Pick<Brand, 'name' | 'publicUrl'>;

/** URL for one-click unsubscription: mail programs post to it. */
export const stopUrl = ({ publicUrl }: Pick<Brand, 'publicUrl'>, token: string): string =>
  `${publicUrl}/mails/stop/${token}`;
/** Path of a page that asks for confirmation, so that programs which follow links in mails change nothing. */
export const choicePath = (token: string): string => `${PATHS.MailChoice}?token=${encodeURIComponent(token)}`;
export const choiceUrl = ({ publicUrl }: Pick<Brand, 'publicUrl'>, token: string): string =>
  `${publicUrl}${choicePath(token)}`;
export const plantUrl = ({ publicUrl }: Pick<Brand, 'publicUrl'>, sid: string, view: string): string =>
  `${publicUrl}${PATHS.PvPlantDetail}?sid=${sid}&view=${view}`;

export function endOf(
  brand: Sender,
  {
    sid,
    secret,
    email,
    plant,
    language,
  }: Record<'sid' | 'secret' | 'email' | 'plant', string> & { language: LanguageCode },
): NonNullable<EmailContent['end']> {
  const word = mailTexts(language);
  return { why: word('why', { plant, email }), label: word('stop'), url: choiceUrl(brand, linkToken(sid, secret)) };
}

/** Button that opens the plant. */
export const openLink = (brand: Sender, sid: string, view: string, language: LanguageCode): EmailContent['link'] => ({
  label: mailTexts(language)('open', { brand: brand.name }),
  url: plantUrl(brand, sid, view),
});
