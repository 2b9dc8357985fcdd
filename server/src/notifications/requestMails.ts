// Mails about requests for numbers in stock: the answer to the people of the plant, and once a day to managers that requests wait.
import { PATHS } from '@heliograph/contract/pages.ts';
import { accountMail, readerAt } from '../accounts/accountMails.ts';
import { brandOfPlantMail } from '../brands/brands.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { devicePeople } from '../plants/mails/devicePeople.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { mailTexts, renderEmail } from '../platform/mail/emailTemplate.ts';
import { writeMail } from '../platform/mail/outbox.ts';

/** Queues the mails to the people of the plant whose gateway announced the number, which was released or refused. Does nothing without a mail server. */
export async function sendRequestAnswerMails(
  tx: Transaction,
  config: Config,
  { id, sn, accepts, at }: { id: string; sn: string; accepts: boolean; at: Date },
): Promise<void> {
  if (!config.mail) return;
  const [plant] = await tx<{ sid: string; name: string }[]>`
    select s.sid, s.name from claim_requests r join sites s on s.sid = r.sid where r.sn = ${sn} and r.id = ${id}`;
  if (!plant) return;
  const { sid, name } = plant;
  for (const { email, language } of await devicePeople(tx, sid)) {
    const brand = await brandOfPlantMail(tx, config, { sid, to: email });
    const word = mailTexts(language);
    const subject = word(accepts ? 'requestReleasedTitle' : 'requestRefusedTitle', { sn });
    const content = renderEmail({
      ...{ language, brand, title: subject, lines: [], end: null },
      paragraphs: [word(accepts ? 'requestReleasedText' : 'requestRefusedText', { sn, plant: name })],
      link: { label: word('ownershipLink'), url: `${brand.publicUrl}${PATHS.PvPlantEdit}?sid=${sid}` },
    });
    const mail = { purpose: 'requestAnswered', sid, to: email, subject, stopUrl: '', attachment: null } as const;
    await writeMail(tx, { ...content, ...mail, brand: brand.id }, at);
  }
}

const DAY_MS = 86_400_000;

/** E-mails managers about new requests for numbers in their company's stock, each at most once a day; returns the number of mails. */
export async function writeStockMails({ sql, config, clock }: Context): Promise<number> {
  if (!config.mail) return 0;
  const at = clock.now();
  return await sql.begin(async (tx) => {
    // One server at a time, also when two overlap.
    await tx`select pg_advisory_xact_lock(hashtextextended('mails about requests for stock', 0))`;
    const waiting = await waitingRequests(tx, at);
    const due = waiting.filter(
      ({ newest, mailedAt }) => mailedAt === null || (newest > mailedAt && at.getTime() - mailedAt.getTime() >= DAY_MS),
    );
    for (const { email, requests } of due) {
      const reader = await readerAt(tx, config, email, { language: 'en' });
      const word = mailTexts(reader.language);
      const mail = accountMail('requestsWaiting', reader, {
        title: word('claimsWaitingTitle'),
        paragraphs: [word('requestsWaitingText', { requests, brand: reader.brand.name })],
        lines: [],
        link: { label: word('claimsWaitingLink'), url: `${reader.brand.publicUrl}${PATHS.SnList}` },
      });
      await writeMail(tx, mail, at);
    }
    return due.length;
  });
}

interface Waiting {
  email: string;
  requests: number;
  newest: Date;
  mailedAt: Date | null;
}

/** Returns the people who may answer open requests for their company's stock, with the last mail; as claim_requests_to_answer lists them. */
async function waitingRequests(tx: Transaction, at: Date): Promise<Waiting[]> {
  return await tx<Waiting[]>`
    select u.email, count(*)::int as requests, max(r.asked_at) as newest,
      (select max(o.made_at) from mails o where o.purpose = 'requestsWaiting' and o.to_email = u.email) as mailed_at
    from claim_requests r join serial_numbers n on n.sn = r.sn join sites s on s.sid = r.sid
      join companies k on k.id = s.company_id join memberships m on m.company_id = n.stock_of
      join roles a on a.id = m.role_id and a.scope = 'branch' join users u on u.id = m.user_id
    where r.ended_at is null and r.confirmed_at is null and r.due_at > ${at} and n.sid is null and n.restricted_at is null
      and k.is_confirmed and coalesce(s.installer_id is not null or s.owner_id is null or s.created_by <> s.owner_id, true)
      and m.frozen_at is null and u.frozen_at is null and u.demo_password_hash is distinct from u.password_hash
      and exists (select from role_menus g join menus p on p.id = g.menu_id where g.role_id = a.id and p.name = 'SnImport')
    group by u.email order by u.email`;
}
