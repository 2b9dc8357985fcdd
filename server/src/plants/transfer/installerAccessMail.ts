// Notifies the installer of a plant that its owner has ended the access, and the owner of the consequences; each in their language.
import type { CallContext } from '../../context.ts';
import { brandName, mailTexts, renderEmail } from '../../platform/mail/emailTemplate.ts';
import { writeMail, writeMails } from '../../platform/mail/outbox.ts';
import { openLink } from '../mails/plantMails.ts';
import { languageOf, languagesOf } from './offerMail.ts';
import type { ServiceAssignment } from './serviceAssignment.ts';

/** Maximum number of company owners notified of a plant without a named installer. */
const MAX_COMPANY_OWNERS = 5;

/** Queues the mails, before the access ends, as the recipients are read from the plant's current company. Does nothing without a mail server. */
export async function sendAccessEndedMail(
  { context, sql, at, language: ofRequester }: Pick<CallContext, 'context' | 'sql' | 'at' | 'language'>,
  { sid, plant, owner, care }: { sid: string; plant: string; owner: string; care: ServiceAssignment },
): Promise<void> {
  const { config } = context;
  if (!config.mail) return;
  const brand = brandName(config.brand);
  const recipients = await assignedPeople({ sql }, care);
  for (const to of [...recipients.filter((email) => email !== owner), owner]) {
    const language = await languageOf(sql, to, ofRequester);
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

/** Queues mails to the owners that the company which serviced their plants has closed, with the consequences. Does nothing without a mail server. */
export async function sendCompanyClosedMail(
  { context, sql, at, language: ofRequester }: Pick<CallContext, 'context' | 'sql' | 'at' | 'language'>,
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
    const language = languages.get(to) ?? ofRequester;
    const word = mailTexts(language);
    const subject = word('careEndedTitle', { plant });
    const content = renderEmail({
      language,
      brand: config.brand,
      title: subject,
      paragraphs: [word('companyClosedText', { plant, brand, company })],
      lines: [],
      link: openLink(config, sid, 'overview', language),
      end: null,
    });
    return { ...content, purpose: 'careEnded' as const, sid, to, subject, stopUrl: '', attachment: null };
  });
  await writeMails(sql, mails, at);
}

async function assignedPeople(
  { sql }: Pick<CallContext, 'sql'>,
  { companyId, companyName, installerId }: ServiceAssignment,
): Promise<string[]> {
  const managed = installerId === null && companyName !== '' ? companyId : null;
  const rows = await sql<{ email: string }[]>`
    select email from service_contacts(${installerId}::int, ${managed}::int) limit ${MAX_COMPANY_OWNERS}`;
  return rows.map(({ email }) => email);
}
