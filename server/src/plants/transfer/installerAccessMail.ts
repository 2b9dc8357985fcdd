// Notifies the installer of a plant that its owner has ended the access, and the owner of the consequences; each in their language.
import { brandOfPlantMail } from '../../brands/brands.ts';
import type { CallContext } from '../../context.ts';
import { mailTexts, renderEmail } from '../../platform/mail/emailTemplate.ts';
import { type Mail, writeMail, writeMails } from '../../platform/mail/outbox.ts';
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
  const recipients = await assignedPeople({ sql }, care);
  for (const to of [...recipients.filter((email) => email !== owner), owner]) {
    const language = await languageOf(sql, to, ofRequester);
    const brand = await brandOfPlantMail(sql, config, { sid, to });
    const word = mailTexts(language);
    const isOwner = to === owner;
    const title = word('careEndedTitle', { plant });
    const { text, html } = renderEmail({
      language,
      brand,
      title,
      paragraphs: [word(isOwner ? 'careEndedOwner' : 'careEndedText', { plant, brand: brand.name, owner })],
      lines: [],
      link: isOwner
        ? openLink(brand, sid, 'overview', language)
        : { label: word('invitationLink', { brand: brand.name }), url: `${brand.publicUrl}/` },
      end: null,
    });
    const mail = { purpose: 'careEnded', sid, brand: brand.id, to, subject: title, text, html } as const;
    await writeMail(sql, { ...mail, stopUrl: '', attachment: null }, at);
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
  const languages = await languagesOf(
    sql,
    plants.map(({ owner }) => owner),
  );
  const mails: Mail[] = [];
  for (const { sid, plant, owner: to } of plants) {
    const language = languages.get(to) ?? ofRequester;
    const brand = await brandOfPlantMail(sql, config, { sid, to });
    const word = mailTexts(language);
    const subject = word('careEndedTitle', { plant });
    const content = renderEmail({
      language,
      brand,
      title: subject,
      paragraphs: [word('companyClosedText', { plant, brand: brand.name, company })],
      lines: [],
      link: openLink(brand, sid, 'overview', language),
      end: null,
    });
    const mail = { ...content, purpose: 'careEnded' as const, sid, brand: brand.id, to, subject };
    mails.push({ ...mail, stopUrl: '', attachment: null });
  }
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
