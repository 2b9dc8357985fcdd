// Mails to the people of a plant about claims for its devices: that somebody claims them, at most one a day, and the decision.
import type { OwnershipKind } from '@heliograph/contract/ownership.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { type Brand, brandOfPlantMail } from '../brands/brands.ts';
import { answerUntil } from '../claiming/ownership/contestedNumbers.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { type DevicePerson, devicePeople } from '../plants/mails/devicePeople.ts';
import { localDay } from '../platform/calendar/rules/localDays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { mailTexts, renderEmail } from '../platform/mail/emailTemplate.ts';
import { writeMail } from '../platform/mail/outbox.ts';
import { dayText } from '../platform/texts/localText.ts';

const DAY_MS = 86_400_000;
const BATCH_CLAIMS = 500;

interface Contested {
  id: string;
  sn: string;
  kind: OwnershipKind;
  claimedAt: Date;
  /** Plant that has the number. */
  sid: string;
}

/** Asks the people of plants whose devices others claim for their answer, each plant at most once a day; returns the number of mails. */
export async function askHolders({ sql, config, clock }: Context, signal?: AbortSignal): Promise<number> {
  if (!config.mail) return 0;
  const at = clock.now();
  let mails = 0;
  for (let after: Contested | undefined; ; ) {
    const claims = await openClaims(sql, after);
    for (const [sid, ofPlant] of Map.groupBy(claims, (claim) => claim.sid)) {
      if (signal?.aborted) return mails;
      mails += await sql.begin((tx) => askPlant(tx, config, { sid, claims: ofPlant, at }));
    }
    if (claims.length < BATCH_CLAIMS) return mails;
    after = claims.at(-1);
  }
}

/** Returns open claims for numbers in other plants, the oldest first, after a given one. */
async function openClaims(sql: Sql, after: Contested | undefined): Promise<Contested[]> {
  return await sql<Contested[]>`
    select c.id, c.sn, c.kind, c.claimed_at, n.sid from ownership_claims c join serial_numbers n on n.sn = c.sn
    where c.decided_at is null and n.sid <> c.sid
      ${after ? sql`and (c.claimed_at, c.id) > (${after.claimedAt}, ${after.id})` : sql``}
    order by c.claimed_at, c.id limit ${BATCH_CLAIMS}`;
}

async function askPlant(
  tx: Transaction,
  config: Config,
  { sid, claims, at }: { sid: string; claims: readonly Contested[]; at: Date },
): Promise<number> {
  // One server at a time, also when two overlap.
  await tx`select pg_advisory_xact_lock(hashtextextended(${`mails about claims for devices of ${sid}`}, 0))`;
  const [plant] = await tx<{ name: string; timezone: string }[]>`select name, timezone from sites where sid = ${sid}`;
  const [mailed] = await tx<{ at: Date | null }[]>`
    select max(made_at) as at from mails where about_sid = ${sid} and purpose = 'ownershipContested'`;
  if (!plant || (mailed?.at && at.getTime() - mailed.at.getTime() < DAY_MS)) return 0;
  const asked = await tx<{ claim: string }[]>`select claim from ownership_answers where sid = ${sid}`;
  const added = claims.filter(({ id }) => !asked.some(({ claim }) => claim === id));
  if (added.length === 0) return 0;
  for (const { id } of added)
    await tx`insert into ownership_answers (sid, claim, asked_at) values (${sid}, ${id}, ${at}) on conflict do nothing`;
  const people = await devicePeople(tx, sid);
  for (const person of people) await writeQuestion(tx, config, person, { sid, ...plant, claims: added, at });
  return people.length;
}

interface Question {
  sid: string;
  name: string;
  timezone: string;
  claims: readonly Contested[];
  at: Date;
}

const KIND_TEXTS = {
  bought: 'contestedBought',
  installed: 'contestedInstalled',
  takenOver: 'contestedTakenOver',
  other: 'contestedOther',
} as const;

async function writeQuestion(
  tx: Transaction,
  config: Config,
  { email, language }: DevicePerson,
  { sid, name, timezone, claims, at }: Question,
): Promise<void> {
  const brand = await brandOfPlantMail(tx, config, { sid, to: email });
  const word = mailTexts(language);
  const dayOf = (instant: Date) => dayText(localDay(instant.getTime(), timezone), language);
  const subject = word('contestedTitle', { plant: name });
  const content = renderEmail({
    ...{ language, brand, title: subject, end: null },
    paragraphs: [word('contestedText', { plant: name, day: dayOf(answerUntil(at)) })],
    lines: claims.map(({ sn, kind, claimedAt }) => ({
      label: sn,
      text: word(KIND_TEXTS[kind]),
      note: word('contestedSince', { day: dayOf(claimedAt) }),
    })),
    link: plantLink(brand, sid, word('contestedLink')),
  });
  const mail = { purpose: 'ownershipContested', sid, to: email, subject, stopUrl: '', attachment: null } as const;
  await writeMail(tx, { ...content, ...mail, brand: brand.id }, at);
}

/** Queues the mails to the people of the plant that had the number when an administrator decided; who claimed it is not named. */
export async function sendHolderMails(
  tx: Transaction,
  config: Config,
  { sid, plant, sn, accepts, at }: { sid: string; plant: string; sn: string; accepts: boolean; at: Date },
): Promise<void> {
  if (!config.mail) return;
  for (const { email, language } of await devicePeople(tx, sid)) {
    const brand = await brandOfPlantMail(tx, config, { sid, to: email });
    const word = mailTexts(language);
    const subject = word(accepts ? 'contestedLostTitle' : 'contestedKeptTitle', { sn });
    const content = renderEmail({
      ...{ language, brand, title: subject, lines: [], end: null },
      paragraphs: [word(accepts ? 'contestedLostText' : 'contestedKeptText', { sn, plant })],
      link: plantLink(brand, sid, word('ownershipLink')),
    });
    const mail = { purpose: 'ownershipDecided', sid, to: email, subject, stopUrl: '', attachment: null } as const;
    await writeMail(tx, { ...content, ...mail, brand: brand.id }, at);
  }
}

const plantLink = ({ publicUrl }: Brand, sid: string, label: string) => ({
  label,
  url: `${publicUrl}${PATHS.PvPlantEdit}?sid=${sid}`,
});

/** Whether a question is still due: somebody else's claim for a device of the plant is open. */
export async function isQuestionDue(sql: Sql, sid: string): Promise<boolean> {
  const open = await sql`
    select from ownership_claims c join serial_numbers n on n.sn = c.sn
    where n.sid = ${sid} and c.sid <> ${sid} and c.decided_at is null limit 1`;
  return open.length > 0;
}
