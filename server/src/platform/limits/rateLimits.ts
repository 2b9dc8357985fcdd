// Limits attempts in fixed windows, counted in the database for all processes, so that guessing and enumeration are slow from everywhere.
import { createHash } from 'node:crypto';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Context, Session } from '../../context.ts';

const QUARTER_HOUR_S = 900;
const HOUR_S = 3600;
const DAY_S = 86_400;

/** Budget of calls with one API token. */
export const TOKEN_BUDGET = { calls: 600, seconds: 300 } as const;

/** `points` within `seconds` of the first attempt; then none until that time is over. */
const LIMITS = {
  /** One network on all accounts: wide enough for an office behind one address. */
  signInAddress: { points: 200, seconds: QUARTER_HOUR_S },
  /** One account from one network: more than a person who mistypes needs. */
  signInHere: { points: 10, seconds: QUARTER_HOUR_S },
  /** One account from one unknown network, whatever others do, so that its owner can sign in while travelling. */
  signInStranger: { points: 5, seconds: DAY_S },
  /** One account from all unknown networks together, once they have used up their own attempts. */
  signInStrangers: { points: 200, seconds: HOUR_S },
  /** Failed sign-ins of one account from one known network, and from all others together: then the password alone opens no session. */
  signInFailures: { points: 50, seconds: DAY_S },
  /** Codes at sign-in after the right password: from a known network, and from all others together. */
  secondStepHere: { points: 10, seconds: QUARTER_HOUR_S },
  secondStepStrangers: { points: 30, seconds: DAY_S },
  /** Sign-in providers and domains of companies that one user checks. */
  companySignIns: { points: 60, seconds: HOUR_S },
  /** Codes that one signed-in user enters. */
  codes: { points: 10, seconds: QUARTER_HOUR_S },
  /** Mails to one account about sign-ins from new networks. */
  newSignIns: { points: 5, seconds: DAY_S },
  /** Calls with one token: twenty a second for half a minute, two a second for the whole window. */
  apiToken: { points: TOKEN_BUDGET.calls, seconds: TOKEN_BUDGET.seconds },
  /** Calls of one session: a page with a chart makes a dozen as it opens and eight a minute; forty such pages need a third of this. */
  sessionCalls: { points: 6000, seconds: 300 },
  password: { points: 10, seconds: QUARTER_HOUR_S },
  /** Mails requested without a session: from one network, and to one address. */
  accountMails: { points: 20, seconds: HOUR_S },
  accountMailsTo: { points: 5, seconds: HOUR_S },
  /** New passwords by mailed links, and registrations, from one network: an office registers within an hour. */
  resets: { points: 30, seconds: HOUR_S },
  signUps: { points: 60, seconds: HOUR_S },
  setup: { points: 10, seconds: QUARTER_HOUR_S },
  /** Serial numbers looked up by one user, and by one company: a truckload, not the whole range. */
  serialNumbers: { points: 1500, seconds: HOUR_S },
  serialNumbersCompany: { points: 10_000, seconds: DAY_S },
  /** Serial numbers that one user adds to plants. */
  claims: { points: 2000, seconds: QUARTER_HOUR_S },
  /** Attempts to add serial numbers to a plant: each costs one point, and each number that fails five more. */
  claimTries: { points: 200, seconds: HOUR_S },
  /** Addresses that one user looks up, perhaps at a public map service. */
  addresses: { points: 200, seconds: HOUR_S },
  /** Days of samples that one user downloads: fifty devices' years. */
  downloads: { points: 18_300, seconds: HOUR_S },
  /** Serial numbers by which one user, and one network, asks for access to plants; mails about it to the people of one plant. */
  joinRequests: { points: 10, seconds: DAY_S },
  joinRequestsNetwork: { points: 60, seconds: DAY_S },
  joinMails: { points: 5, seconds: DAY_S },
  /** Ownership claims of one user: more than may be open at once, as they may be withdrawn and sent again. */
  ownershipClaims: { points: 20, seconds: DAY_S },
  ownershipAnswers: { points: 40, seconds: DAY_S },
  /** E-mail addresses that one user asks to confirm, and links of mails opened from one network. */
  confirmations: { points: 60, seconds: HOUR_S },
  mailLinks: { points: 100, seconds: HOUR_S },
  /** Calls of public pages from one network, each page twice a minute: twenty screens, and their visitors. */
  publicPages: { points: 1200, seconds: QUARTER_HOUR_S },
  /** Plants whose report one user downloads. */
  reports: { points: 500, seconds: HOUR_S },
  /** Pictures that one user uploads, each replacing the one before. */
  pictures: { points: 30, seconds: HOUR_S },
  /** Serial numbers that one user enters: ten full files. */
  enteredNumbers: { points: 100_000, seconds: HOUR_S },
  /** Files of serial numbers, valid or not. */
  sheets: { points: 60, seconds: HOUR_S },
  /** Documents that one user uploads, valid or not: each one is read by a separate process. */
  documents: { points: 60, seconds: HOUR_S },
  /** Chunks of firmware that one user uploads: sixty of the largest files. */
  filePieces: { points: 2000, seconds: HOUR_S },
  /** New passwords of devices by one user. */
  credentials: { points: 200, seconds: HOUR_S },
  /** Devices that one user generates passwords for, and one company. */
  bdmPasswords: { points: 100, seconds: HOUR_S },
  bdmPasswordsCompany: { points: 1000, seconds: DAY_S },
  /** Test messages of one account to its own channels. */
  channelTests: { points: 60, seconds: HOUR_S },
  /** Archives of everything that one account owns. */
  archives: { points: 6, seconds: DAY_S },
  claimTriesCompany: { points: 2000, seconds: DAY_S },
  /** Numbers that unconfirmed accounts add to plants: the devices of the largest plant. */
  unconfirmedClaims: { points: 1000, seconds: DAY_S },
  /** The same as `claimTriesCompany` for numbers that gateways announce from one network. */
  claimTriesSource: { points: 4000, seconds: DAY_S },
  /** New numbers that gateways of an unconfirmed account announce: a full gateway and some more. */
  announced: { points: 300, seconds: DAY_S },
  announcedCompany: { points: 300, seconds: DAY_S },
  announcedSource: { points: 1000, seconds: DAY_S },
  /** Their announcements with a number that cannot join. */
  failedAnnounces: { points: 3, seconds: DAY_S },
  failedAnnouncesCompany: { points: 3, seconds: DAY_S },
  failedAnnouncesSource: { points: 10, seconds: DAY_S },
} as const satisfies Record<string, { points: number; seconds: number }>;

export type LimitName = keyof typeof LIMITS;

/** Maximum count stored. */
const MAX_POINTS = 1_000_000_000;
/** A window that ends later than one that begins now was opened by a clock that was ahead; clocks of servers may differ by this much. */
const MAX_CLOCK_SKEW_S = 300;

/** Counts an attempt before it is made, so that concurrent ones count. Refuses with tooManyRequests and the seconds to wait. The count stays if the call is refused. */
export async function countAttempt(
  context: Context,
  limit: LimitName,
  key: string | number,
  points = 1,
): Promise<void> {
  const waits = await countAttempts(context, { [limit]: key } as Record<LimitName, string | number>, points);
  refuseWithDelay(waits[limit]);
}

/** Counts one attempt under several limits in one statement; returns the seconds to wait for each, 0 while attempts are left. */
export async function countAttempts<Name extends LimitName>(
  { counting, clock }: Pick<Context, 'counting' | 'clock'>,
  keys: Record<Name, string | number>,
  points = 1,
): Promise<Record<Name, number>> {
  const counts = Object.entries(await countUsage({ counting, clock }, keys, points)) as [Name, Use][];
  return Object.fromEntries(counts.map(([name, { left, seconds }]) => [name, left < 0 ? seconds : 0])) as Record<
    Name,
    number
  >;
}

export interface Use {
  /** Attempts left; negative: this one exceeded the limit. */
  left: number;
  /** Seconds until the window ends. */
  seconds: number;
}

/** Counts like `countAttempts`, and returns how many attempts are left. */
export async function countUsage<Name extends LimitName>(
  { counting, clock }: Pick<Context, 'counting' | 'clock'>,
  keys: Record<Name, string | number>,
  points = 1,
): Promise<Record<Name, Use>> {
  const names = Object.keys(keys) as Name[];
  const at = clock.now();
  // In one order, so that two processes that count the same keys never deadlock.
  const rows = await counting<{ name: Name; points: number; endsAt: Date }[]>`
    insert into tries as t (name, key, points, ends_at)
    select name, key, ${points}::int, ${at}::timestamptz + make_interval(secs => seconds)
    from (
      select unnest(${names}::text[]) as name, unnest(${names.map((name) => hashOf(keys[name]))}::text[]) as key,
        unnest(${names.map((name) => LIMITS[name].seconds)}::int[]) as seconds
    ) counted order by name, key
    on conflict (name, key) do update set
      points = least(excluded.points::bigint + case when ${isOpen()} then t.points else 0 end, ${MAX_POINTS}),
      ends_at = case when ${isOpen()} then t.ends_at else excluded.ends_at end
    returning name, points, ends_at`;
  const uses = rows.map(({ name, points: counted, endsAt }) => {
    const seconds = Math.max(1, Math.ceil((endsAt.getTime() - at.getTime()) / 1000));
    return [name, { left: LIMITS[name].points - counted, seconds }];
  });
  return Object.fromEntries(uses) as Record<Name, Use>;

  function isOpen() {
    return counting`
      t.ends_at > ${at}::timestamptz and t.ends_at <= excluded.ends_at + make_interval(secs => ${MAX_CLOCK_SKEW_S})`;
  }
}

/** Refuses with tooManyRequests if there are seconds to wait. */
export function refuseWithDelay(seconds: number): void {
  if (seconds > 0) throw new ApiError('tooManyRequests', { seconds });
}

/** Counts a mail that is requested without a session. The refusal is the same for every address. */
export async function countMailAttempt(context: Context, network: string, to: string): Promise<void> {
  await countAttempt(context, 'accountMails', network);
  await countAttempt(context, 'accountMailsTo', to);
}

/** Counts look-ups of serial numbers, so that nobody enumerates the range. */
export async function countLookups(
  context: Context,
  { userId, companyId, scope }: Pick<Session, 'userId' | 'companyId' | 'scope'>,
  numbers: number,
): Promise<void> {
  await countAttempt(context, 'serialNumbers', userId, numbers);
  // Owners have no company of their own: theirs is the one at the root, which they share with all others.
  if (scope === 'branch') await countAttempt(context, 'serialNumbersCompany', companyId, numbers);
}

/** Counts an attempt to claim numbers; called a second time with the points of those that failed, before the answer names them. */
export async function countClaimAttempts(
  context: Context,
  { userId, companyId, scope }: Pick<Session, 'userId' | 'companyId' | 'scope'>,
  points: number,
): Promise<void> {
  await countAttempt(context, 'claimTries', userId, points);
  if (scope === 'branch') await countAttempt(context, 'claimTriesCompany', companyId, points);
}

/** Attempts counted for a number that cannot be claimed: a claim also discloses which numbers are taken, so it must not serve as a search. */
export const FAILED_CLAIM_COSTS = 5;

interface Announcer {
  isConfirmed: boolean;
  account: string;
  /** Null: shared by accounts that do not know each other. */
  companyId: number | null;
  /** Network of the gateway; '': unknown. */
  source: string;
}

/**
 * Counts an announcement of new numbers by its account, company and source, before it shows which of them are taken. Returns
 * whether its numbers may join. Of a confirmed installer's, those that `failed` count like entered ones. Others have few new numbers a day, and
 * even fewer announcements with such a number.
 */
export async function countAnnounced(
  context: Pick<Context, 'counting' | 'clock'>,
  { isConfirmed, account, companyId, source }: Announcer,
  { numbers, failed }: { numbers: number; failed: number },
): Promise<boolean> {
  // The source is counted only while the account may go on: one account does not use up what its network shares.
  const left = async ([ofAccount, ofCompany, ofSource]: LimitName[], points: number): Promise<number> => {
    const own = { [ofAccount!]: account, ...(companyId !== null && { [ofCompany!]: companyId }) };
    const attempts = await leastLeft(context, own as Record<LimitName, string | number>, points);
    if (attempts < 0 || source === '') return attempts;
    return Math.min(attempts, await leastLeft(context, { [ofSource!]: source } as Record<LimitName, string>, points));
  };
  if (isConfirmed)
    return (await left(['claimTries', 'claimTriesCompany', 'claimTriesSource'], failed * FAILED_CLAIM_COSTS)) >= 0;
  if ((await left(['announced', 'announcedCompany', 'announcedSource'], numbers)) < 0) return false;
  const failures: LimitName[] = ['failedAnnounces', 'failedAnnouncesCompany', 'failedAnnouncesSource'];
  return (await left(failures, failed > 0 ? 1 : 0)) > 0;
}

async function leastLeft(
  context: Pick<Context, 'counting' | 'clock'>,
  keys: Record<LimitName, string | number>,
  points: number,
): Promise<number> {
  return Math.min(...Object.values(await countUsage(context, keys, points)).map(({ left }) => left));
}

/** Resets the attempts after a success. */
export async function resetAttempts(
  { counting }: Pick<Context, 'counting'>,
  limit: LimitName,
  key: string | number,
): Promise<void> {
  await counting`delete from tries where name = ${limit} and key = ${hashOf(key)}`;
}

function hashOf(key: string | number): string {
  return createHash('sha256').update(String(key)).digest('base64url');
}
