// Mails about ownership claims: the decision to the claimant, and once a day to administrators that claims and requests wait.
import { PATHS } from '@heliograph/contract/pages.ts';
import { accountMail, readerAt } from '../accounts/accountMails.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { mailTexts, renderEmail } from '../platform/mail/emailTemplate.ts';
import { writeMail } from '../platform/mail/outbox.ts';

interface Decision {
  /** Address of the claimant; '': the account no longer exists. */
  email: string;
  sid: string;
  plant: string;
  sn: string;
  accepts: boolean;
  text: string;
  at: Date;
}

export async function sendDecisionMail(
  tx: Transaction,
  config: Config,
  { email, sid, plant, sn, accepts, text, at }: Decision,
): Promise<void> {
  if (!config.mail || email === '') return;
  const reader = await readerAt(tx, config, email, { language: 'en' });
  const word = mailTexts(reader.language);
  const title = word(accepts ? 'ownershipAcceptedTitle' : 'ownershipRejectedTitle', { sn });
  const { text: plain, html } = renderEmail({
    language: reader.language,
    brand: reader.brand,
    title,
    paragraphs: [
      word(accepts ? 'ownershipAcceptedText' : 'ownershipRejectedText', { sn, plant }),
      ...(text === '' ? [] : [word('ownershipAnswer', { text })]),
    ],
    lines: [],
    link: { label: word('ownershipLink'), url: `${reader.brand.publicUrl}${PATHS.PvPlantEdit}?sid=${sid}` },
    end: null,
  });
  const mail = {
    purpose: 'ownershipDecided',
    sid,
    brand: reader.brand.id,
    to: email,
    subject: title,
    text: plain,
    html,
  } as const;
  await writeMail(tx, { ...mail, stopUrl: '', attachment: null }, at);
}

const DAY_MS = 86_400_000;

/** E-mails administrators about new claims and requests, at most once a day; returns the number of mails. */
export async function writeWaitingMails({ sql, config, clock }: Context): Promise<number> {
  if (!config.mail) return 0;
  const at = clock.now();
  return await sql.begin(async (tx) => {
    // One server at a time, also when two overlap.
    await tx`select pg_advisory_xact_lock(hashtextextended('mails about waiting claims', 0))`;
    const [waiting] = await tx<{ claims: number; requests: number; newest: Date | null; mailedAt: Date | null }[]>`
      select c.count::int as claims, r.count::int as requests, greatest(c.newest, r.newest) as newest,
        (select max(made_at) from mails where purpose = 'claimsWaiting') as mailed_at
      from (select count(*), max(claimed_at) as newest from ownership_claims where decided_at is null) c,
        (select count(*), max(r.asked_at) as newest from claim_requests r
          join serial_numbers n on n.sn = r.sn join sites s on s.sid = r.sid join companies k on k.id = s.company_id
          where r.ended_at is null and r.confirmed_at is null and r.due_at > ${at} and n.sid is null
            and n.restricted_at is null and (n.stock_of is not null or n.entered_at is not null) and k.is_confirmed
            and coalesce(s.installer_id is not null or s.owner_id is null or s.created_by <> s.owner_id, true)) r`;
    const { claims, requests, newest, mailedAt } = waiting!;
    if (newest === null) return 0;
    if (mailedAt && (newest <= mailedAt || at.getTime() - mailedAt.getTime() < DAY_MS)) return 0;
    const administrators = await administratorsOf(tx);
    for (const email of administrators) {
      const reader = await readerAt(tx, config, email, { language: 'en' });
      const word = mailTexts(reader.language);
      const mail = accountMail('claimsWaiting', reader, {
        title: word('claimsWaitingTitle'),
        paragraphs: [word('claimsWaitingText', { claims, requests, brand: reader.brand.name })],
        lines: [],
        link: { label: word('claimsWaitingLink'), url: `${reader.brand.publicUrl}${PATHS.SnList}` },
      });
      await writeMail(tx, mail, at);
    }
    return administrators.length;
  });
}

/** Returns the addresses of active administrators whose role may enter serial numbers. */
async function administratorsOf(tx: Transaction): Promise<string[]> {
  const people = await tx<{ email: string }[]>`
    select distinct u.email from users u join memberships m on m.user_id = u.id join roles r on r.id = m.role_id
      join role_menus g on g.role_id = r.id join menus p on p.id = g.menu_id and p.name = 'SnImport'
    where r.scope = 'all' and m.frozen_at is null and u.frozen_at is null order by u.email`;
  return people.map(({ email }) => email);
}
