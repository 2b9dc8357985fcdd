// Tells who looked after a plant that its owner has ended that, and the owner what follows; each in their language.
import type { CallContext } from '../../context.ts';
import { brandName, mailTexts, renderEmail } from '../../platform/mail/emailTemplate.ts';
import { writeMail, writeMails } from '../../platform/mail/outbox.ts';
import { openLink } from '../mails/plantMails.ts';
import { languageOf, languagesOf } from './offerMail.ts';
import type { ServiceAssignment } from './serviceAssignment.ts';

/** Of a company without a named installer: those who own it. */
const MAX_TOLD = 5;

/** Before it ends: who belongs to the company is asked of the plant as it is. Without a mail server nobody is told. */
export async function sendAccessEndedMail(
  { context, sql, at, language: ofCaller }: Pick<CallContext, 'context' | 'sql' | 'at' | 'language'>,
  { sid, plant, owner, care }: { sid: string; plant: string; owner: string; care: ServiceAssignment },
): Promise<void> {
  const { config } = context;
  if (!config.mail) return;
  const brand = brandName(config.brand);
  const carers = await carersOf({ sql }, care);
  for (const to of [...carers.filter((email) => email !== owner), owner]) {
    const language = await languageOf(sql, to, ofCaller);
    const word = mailTexts(language);
    const isOwner = to === owner;
    const title = word('careEndedTitle', { plant });
    const { text, html } = renderEmail({
      language,
      brand: config.brand,
      title,
      paragraphs: [word(isOwner ? 'careEndedOwner' : 'careEndedText', { plant, brand, owner })],
      lines: [],
      link: isOwner
        ? openLink(config, sid, 'overview', language)
        : { label: word('invitationLink', { brand }), url: `${config.publicUrl}/` },
      end: null,
    });
    await writeMail(
      sql,
      { purpose: 'careEnded', sid, to, subject: title, text, html, stopUrl: '', attachment: null },
      at,
    );
  }
}

/** Tells the owners that the company which looked after their plants has closed, and what follows. Without a mail server nobody is told. */
export async function sendCompanyClosedMail(
  { context, sql, at, language: ofCaller }: Pick<CallContext, 'context' | 'sql' | 'at' | 'language'>,
  plants: readonly { sid: string; plant: string; owner: string }[],
  company: string,
): Promise<void> {
  const { config } = context;
  if (!config.mail) return;
  const brand = brandName(config.brand);
  const languages = await languagesOf(
    sql,
    plants.map(({ owner }) => owner),
  );
  const mails = plants.map(({ sid, plant, owner: to }) => {
    const language = languages.get(to) ?? ofCaller;
    const word = mailTexts(language);
    const subject = word('careEndedTitle', { plant });
    const letter = renderEmail({
      language,
      brand: config.brand,
      title: subject,
      paragraphs: [word('companyClosedText', { plant, brand, company })],
      lines: [],
      link: openLink(config, sid, 'overview', language),
      end: null,
    });
    return { ...letter, purpose: 'careEnded' as const, sid, to, subject, stopUrl: '', attachment: null };
  });
  await writeMails(sql, mails, at);
}

async function carersOf(
  { sql }: Pick<CallContext, 'sql'>,
  { companyId, companyName, installerId }: ServiceAssignment,
): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    select u.email from users u where u.frozen_at is null and (u.id = ${installerId} or (
      ${installerId === null && companyName !== ''} and u.id in (
        select m.user_id from memberships m where m.company_id = ${companyId} and m.is_company_owner)))
    order by u.email limit ${MAX_TOLD}`;
  return rows.map(({ email }) => email);
}
