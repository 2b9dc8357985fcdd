// Writes digests of open problems: at seven in the user's time zone, on Mondays or every day, to users who have chosen them.
import { randomBytes } from 'node:crypto';
import type { ProblemDigest } from '@heliograph/contract/entities/problemDigest.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { withCode } from '@heliograph/contract/events.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { memberSessions } from '../access/memberSessions.ts';
import { accountMail, type Reader, readerAt } from '../accounts/accountMails.ts';
import type { Context } from '../context.ts';
import { choiceUrl, stopUrl } from '../plants/mails/plantMails.ts';
import { dueMails } from '../plants/mails/rules/mailTimes.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import { type EmailContent, mailTexts } from '../platform/mail/emailTemplate.ts';
import { type Mail, writeMail } from '../platform/mail/outbox.ts';
import { clockIn } from '../platform/texts/localText.ts';
import {
  type CostliestProblems,
  costliestProblems,
  type ListedProblem,
  seesAnyPlant,
} from '../problems/costliestProblems.ts';
import { costText } from '../problems/costText.ts';
import { digestToken } from './digestLinks.ts';

const HOUR = 7;
const MAX_LISTED = 20;

interface DigestReader {
  id: number;
  email: string;
  digest: Exclude<ProblemDigest, 'off'>;
  digestZone: string;
  digestOn: Day | null;
  digestListed: boolean;
}

/** Returns the day or Monday of the newest digest whose hour has come; null: there is none. */
export function digestDay(digest: ProblemDigest, zone: string, at: Date): Day | null {
  return digest === 'off' ? null : dueMails(at.getTime(), zone, HOUR)[digest];
}

/** Writes due digests; returns their number. Demo accounts get none, as their addresses belong to nobody. */
export async function writeProblemDigests(context: Context, signal?: AbortSignal): Promise<number> {
  const { sql, config, clock, log } = context;
  if (!config.mail) return 0;
  const readers = await sql<DigestReader[]>`
    select id, email, digest, digest_zone, digest_on, digest_listed from users
    where digest <> 'off' and frozen_at is null and demo_password_hash is distinct from password_hash order by id`;
  let written = 0;
  for (const reader of readers) {
    if (signal?.aborted) break;
    const now = clock.now();
    const day = digestDay(reader.digest, reader.digestZone, now)!;
    if (reader.digestOn !== null && reader.digestOn >= day) continue;
    try {
      if (await writeDigest(context, reader, day, now)) written++;
    } catch (error) {
      // A fault of one digest must not affect the others; it is retried in the next run.
      log.error({ err: error, userId: reader.id }, 'cannot write a digest');
    }
  }
  return written;
}

async function writeDigest({ sql, config }: Context, reader: DigestReader, day: Day, now: Date): Promise<boolean> {
  const { id, email, digestOn, digestListed } = reader;
  const account = await readerAt(sql, config, email, { language: 'en' });
  const sessions = await memberSessions(sql, id);
  const problems = await costliestProblems(sql, sessions, { language: account.language, count: MAX_LISTED });
  const isListed = problems.total > 0;
  const isWritten = isListed || (digestListed && (await seesAnyPlant(sql, sessions)));
  return await sql.begin(async (tx) => {
    // Not when another server has written it meanwhile, or the user has changed the choice.
    const [row] = await tx<{ digestSecret: string }[]>`
      update users set digest_on = ${day}, digest_listed = ${isListed}, digest_secret = coalesce(digest_secret, ${randomBytes(24).toString('base64url')})
      where id = ${id} and digest = ${reader.digest} and digest_zone = ${reader.digestZone} and digest_on is not distinct from ${digestOn}::date
      returning digest_secret`;
    if (!row || !isWritten) return false;
    await writeMail(tx, mailFor(account, problems, digestToken(id, row.digestSecret)), now);
    return true;
  });
}

function mailFor(reader: Reader, { list, total, plants }: CostliestProblems, token: string): Mail {
  const { language } = reader;
  const textOf = mailTexts(language);
  const rest = total - list.length;
  const title = total === 0 ? textOf('digestNone') : textOf('digestTitle', { count: total });
  const lines = list.map((problem) => lineOf(problem, language));
  const mail = accountMail('digest', reader, {
    title,
    paragraphs: [total === 0 ? textOf('digestNoneText') : textOf('digestText', { count: plants })],
    lines: rest > 0 ? [...lines, { label: textOf('more', { count: rest }), text: '' }] : lines,
    link: { label: textOf('open', { brand: reader.brand.name }), url: `${reader.brand.publicUrl}${PATHS.Alerts}` },
    end: { why: textOf('digestWhy', { email: reader.to }), label: textOf('stop'), url: choiceUrl(reader.brand, token) },
  });
  return { ...mail, stopUrl: stopUrl(reader.brand, token) };
}

function lineOf(
  {
    siteName,
    title,
    code,
    alias,
    sn,
    devices,
    modules,
    startMs,
    timezone,
    currency,
    weekKwh,
    weekMoney,
    basis,
  }: ListedProblem,
  language: LanguageCode,
): EmailContent['lines'][number] {
  const textOf = mailTexts(language);
  const name = alias || sn;
  const count = Math.max(devices, modules);
  const device = count > 1 ? textOf('andMore', { name, count: count - 1 }) : name;
  const cost = costText(
    {
      weekWh: weekKwh === null ? null : weekKwh * 1000,
      weekMoney: currency === null || weekMoney === '' ? null : Number(weekMoney),
      currency: currency ?? '',
      basis,
    },
    language,
  );
  return {
    label: `${siteName}: ${withCode(title, code)}`,
    text: cost[0] ?? '',
    note: [device, textOf('since', { time: clockIn(new Date(startMs), timezone, language) }), ...cost.slice(1)]
      .filter((part) => part !== '')
      .join(' · '),
  };
}
