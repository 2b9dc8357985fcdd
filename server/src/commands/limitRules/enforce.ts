// Enforces limit rules: sends each device the limit that its plant's rule requires unless the device reports it, and renews it regularly.
import { type CommandEnding, isOpen } from '@heliograph/contract/commands.ts';
import { LIMIT_METER_S, LIMIT_RENEWED_S, LIMIT_REPEAT_S, type LimitCause } from '@heliograph/contract/limitRules.ts';
import type { Context } from '../../context.ts';
import { plantNow } from '../../energy/flows/flowNow.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Fragment, Sql, Transaction } from '../../platform/database/connect.ts';
import type { Command } from '../command.ts';
import { notifyQueue } from '../notifyQueue.ts';
import { type Producer, producersOf, ratedTogether } from './limitedDevices.ts';
import { holdsLimit, limitFor, ruleColumns, type StoredRule } from './limitRuleRows.ts';
import { type AppliedLimit, nextLimit, priceOfHour, targetLimit } from './rules/limitRule.ts';

const BATCH_SIZE = 200;
/** Plants checked in parallel: a locked or very large plant must not delay the others. */
const CONCURRENCY = 4;
/** Time limits of a lock, of a statement, and of one plant in one run, ms. */
const TIMEOUT_MS = { lock: 2_000, statement: 10_000, plant: 10_000 } as const;
/** Time until the next check of a rule, s. */
const CHECK_S = { meter: 10, other: 30, afterFault: 60, late: 600 } as const;
/** Validity of a limit, and the pause before an unanswered or refused one is repeated. */
const VALID_S = 300;
const PAUSE_S = 300;
/** Maximum open limits of one gateway, so that commands of users get their turn. */
const MAX_OPEN = 10;
/** How long after the end of a rule its limits are released: checked often at first, then rarely, as offline devices are released when they return. */
const RELEASE_S = 3 * 86_400;
const RELEASE_LATE_S = 365 * 86_400;
/** Maximum age of commands considered under a rule: of all, and of failed ones that the device may have executed. */
const RECENT_S = 7_200;
const UNCONFIRMED_S = 30 * 86_400;

interface Plant {
  sid: string;
  timezone: string;
  latitude: number;
  longitude: number;
  installedW: number;
  isOff: boolean;
}

/** A due time further in the future was written by a clock that was ahead. */
const MAX_DELAY_S = 3_600;
const isDue = (sql: Sql | Transaction, at: Date): Fragment =>
  sql`(r.due_at <= ${at} or r.due_at > ${later(at, MAX_DELAY_S)})`;

/** Checks all due rules; returns their number. */
export async function enforceLimits(context: Context, signal?: AbortSignal): Promise<number> {
  const { sql, clock, log } = context;
  const at = clock.now();
  const checked = new Set<string>();
  for (;;) {
    const due = await sql<{ sid: string }[]>`
      select r.sid from limit_rules r where ${isDue(sql, at)} order by r.due_at limit ${BATCH_SIZE}`;
    // A rule that can be neither enforced nor postponed is tried once per run.
    const remaining = due.filter(({ sid }) => !checked.has(sid)).map(({ sid }) => sid);
    const isFull = due.length === BATCH_SIZE && remaining.length > 0;
    const work = async (): Promise<void> => {
      for (let sid = remaining.shift(); sid !== undefined && !signal?.aborted; sid = remaining.shift()) {
        checked.add(sid);
        await enforceOrPostpone(context, sid, at);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    if (!isFull || signal?.aborted) return checked.size;
  }

  /** Enforces one rule; postpones it after a fault, which must not affect other plants. */
  async function enforceOrPostpone(on: Context, sid: string, from: Date): Promise<void> {
    try {
      await enforceRule(on, sid, from);
    } catch (error) {
      log.error({ err: error, sid }, 'cannot enforce a limit rule');
      try {
        await withTimeouts(sql, (tx) =>
          tx`update limit_rules set due_at = ${later(from, CHECK_S.afterFault)} where sid = ${sid}`.execute(),
        );
      } catch (updateError) {
        log.error({ err: updateError, sid }, 'cannot postpone a limit rule');
      }
    }
  }
}

/** Runs a transaction with short timeouts. */
const withTimeouts = async <T>(sql: Sql, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  await sql.begin(async (tx) => {
    await tx.unsafe(
      `set local lock_timeout = ${TIMEOUT_MS.lock}; set local statement_timeout = ${TIMEOUT_MS.statement}`,
    );
    return await work(tx);
  });

async function enforceRule({ sql, nudges }: Context, sid: string, at: Date): Promise<void> {
  const isChanged = await withTimeouts(sql, async (tx) => {
    // Locked first, as calls do: an owner who switches control off either comes first or finds the queued limits.
    const [plant] = await tx<Plant[]>`
      select s.sid, s.timezone, s.latitude, s.longitude, s.power_max_w as installed_w, s.control_off_at is not null as is_off
      from sites s where s.sid = ${sid} for no key update of s`;
    // The second of two servers finds the rule already checked.
    const [rule] = await tx<StoredRule[]>`
      select ${ruleColumns(tx)} from limit_rules r where r.sid = ${sid} and ${isDue(tx, at)} for update`;
    if (!plant || !rule) return false;
    const producers = await producersOf(tx, sid, at);
    const limited = producers.filter(({ why }) => why === null);
    const limit = plant.isOff ? undefined : await limitNow(tx, rule, plant, producers, at);
    const { sent, isDone } = limit
      ? await sendLimits(tx, rule, limited, limit.percent, at)
      : { sent: 0, isDone: false };
    await saveState(tx, rule, limit, isDone, at);
    return sent > 0 || (limit?.percent ?? null) !== rule.percent || (limit?.cause ?? 'controlOff') !== rule.cause;
  });
  if (isChanged) nudges.publish([sid]);
}

async function limitNow(
  tx: Transaction,
  rule: StoredRule,
  plant: Plant,
  producers: readonly Producer[],
  at: Date,
): Promise<AppliedLimit> {
  const limited = producers.filter(({ why }) => why === null);
  const unlimited = producers.filter(({ why }) => why !== null);
  const { installedW, timezone } = plant;
  const producedW = limited.map((one) => one.producedW);
  const grid = rule.byMeter ? (await plantNow(tx, plant, producers.length > 0, at)).grid : null;
  const isMetered = grid !== null && !grid.isOld && grid.ageS !== null && grid.ageS <= LIMIT_METER_S;
  const target = targetLimit(rule, {
    installedW,
    ratedW: ratedTogether(limited, producers, installedW) ?? 0,
    unlimitedW: ratedTogether(unlimited, producers, installedW),
    producedW: producedW.includes(null) ? null : producedW.reduce<number>((sum, powerW) => sum + powerW!, 0),
    gridW: isMetered ? grid.powerW : null,
    price: rule.kind === 'price' ? await priceNow(tx, rule, timezone, at) : null,
  });
  const { percent, cause, changedAt } = rule;
  const applied =
    percent === null || changedAt === null ? undefined : { percent, cause, changedMs: changedAt.getTime() };
  return nextLimit(applied, target, at.getTime());
}

async function priceNow(
  tx: Transaction,
  { sid, priceOf }: StoredRule,
  timezone: string,
  at: Date,
): Promise<number | null> {
  const [row] = await tx<
    { price: number; feedInPrice: number | null; hours: number[] | null; feedInHours: number[] | null }[]
  >`
    select price, feed_in_price, hour_prices as hours, hour_feed_prices as feed_in_hours from site_prices
    where sid = ${sid} and valid_from <= ${localDay(at.getTime(), timezone)} order by valid_from desc limit 1`;
  return row ? priceOfHour(row, priceOf!, at.getTime(), timezone) : null;
}

type LimitCommand = Pick<Command, 'id' | 'sn' | 'state' | 'parameters' | 'askedAt' | 'issuedAt' | 'endedAt' | 'byRule'>;
type Step = 'change' | 'renewal';

/** Enqueues due limits. `isDone`: all limits of an ended rule are released. */
async function sendLimits(
  tx: Transaction,
  rule: StoredRule,
  limited: readonly Producer[],
  percent: number,
  at: Date,
): Promise<{ sent: number; isDone: boolean }> {
  const { last, sent: lastSent } = await lastLimits(tx, rule, limited, at);
  const open = new Map<string, number>();
  const due: { device: Producer; required: Record<string, number>; step: Step }[] = [];
  let isDone = true;
  for (const device of limited) {
    let before = last.get(device.sn);
    // A limit that a user set after the end of the rule stays.
    if (rule.kind === 'none' && before?.byRule == null) continue;
    const required = limitFor(rule, device, percent);
    if (before && isOpen(before.state)) {
      if (!isOutdated(before, required)) {
        open.set(device.gatewaySn, (open.get(device.gatewaySn) ?? 0) + 1);
        isDone = false;
        continue;
      }
      await withdraw(tx, rule.sid, before, at);
      before = { ...before, state: 'failed', endedAt: at };
    }
    const step = stepFor(device, required, { before, sent: lastSent.get(device.sn) }, at);
    if (!step) continue;
    isDone = false;
    if (device.isAwake && !isPaused(before, required, at)) due.push({ device, required, step });
  }
  let sent = 0;
  const endMs = performance.now() + TIMEOUT_MS.plant;
  for (const { device, required, step } of due) {
    // The remaining devices follow at the next check.
    if (performance.now() > endMs) break;
    const openCount = open.get(device.gatewaySn) ?? 0;
    if (openCount >= MAX_OPEN) continue;
    await enqueue(tx, rule, device, required, step, at);
    open.set(device.gatewaySn, openCount + 1);
    sent++;
  }
  return { sent, isDone };
}

/** Returns by device the newest limit command of a rule or a user, and the newest that was sent: recently, or unconfirmed. */
async function lastLimits(
  tx: Transaction,
  { sid, kind }: StoredRule,
  limited: readonly Producer[],
  at: Date,
): Promise<Record<'last' | 'sent', Map<string, LimitCommand>>> {
  const rows = kind === 'none' ? await newestLimits(tx, sid, limited) : await recentLimits(tx, sid, at);
  const sent = new Map(rows.filter(({ issuedAt }) => issuedAt !== null).map((row) => [row.sn, row]));
  const last = new Map(sent);
  for (const row of rows) {
    const newestSent = sent.get(row.sn);
    if (row.issuedAt === null && (!newestSent || row.askedAt > newestSent.askedAt)) last.set(row.sn, row);
  }
  return { last, sent };
}

/** Reads the newest limits of any age, as a device that was offline still holds the limit it received before. */
async function newestLimits(tx: Transaction, sid: string, limited: readonly Producer[]): Promise<LimitCommand[]> {
  const newest = (sn: string, condition: Fragment): Promise<LimitCommand[]> => tx<LimitCommand[]>`
    select ${limitColumns(tx)} from commands c where c.sid = ${sid} and c.sn = ${sn} and c.action = 'limit' and ${condition}
    order by c.asked_at desc, c.id desc limit 1`;
  const rows = await Promise.all(
    limited.flatMap(({ sn }) => [newest(sn, tx`true`), newest(sn, tx`c.issued_at is not null`)]),
  );
  return rows.flat();
}

async function recentLimits(tx: Transaction, sid: string, at: Date): Promise<LimitCommand[]> {
  return await tx<LimitCommand[]>`
    select distinct on (c.sn, c.issued_at is null) ${limitColumns(tx)}
    from (
      select o.* from commands o where o.sid = ${sid} and o.action = 'limit' and o.asked_at > ${later(at, -RECENT_S)}
      union all
      select o.* from commands o where o.sid = ${sid} and o.action = 'limit' and o.state in ('failed', 'expired')
        and o.issued_at is not null and o.ended_at > ${later(at, -UNCONFIRMED_S)}
    ) c
    order by c.sn, c.issued_at is null, c.asked_at desc, c.id desc`;
}

const limitColumns = (tx: Transaction): Fragment =>
  tx`c.id, c.sn, c.state, c.parameters, c.asked_at, c.issued_at, c.ended_at, c.by_rule`;

const isSame = (
  one: Readonly<Record<string, number | null>>,
  other: Readonly<Record<string, number | null>>,
): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value);

/** Whether a limit of the rule has not been sent and is no longer the required one. */
const isOutdated = ({ state, parameters, byRule }: LimitCommand, required: Readonly<Record<string, number>>): boolean =>
  byRule !== null && state === 'approved' && !isSame(parameters, required);

/** Whether the same limit has just failed, so that a pause precedes its repetition. */
const isPaused = (before: LimitCommand | undefined, required: Readonly<Record<string, number>>, at: Date): boolean =>
  before?.endedAt != null &&
  before.state !== 'readBack' &&
  isSame(before.parameters, required) &&
  at < later(before.endedAt, PAUSE_S);

/** Returns the reason for sending a limit; undefined when the device reports the required one. */
function stepFor(
  device: Producer,
  required: Readonly<Record<string, number>>,
  { before, sent }: { before: LimitCommand | undefined; sent: LimitCommand | undefined },
  at: Date,
): Step | undefined {
  const isUnlimited = required.limitPercent === 100 && required.returnAfterS === undefined;
  const reported = device.reported.limitPercent;
  // The device has never been limited.
  if (isUnlimited && !reported && !before) return undefined;
  // A report after the end of the command shows the device's actual limit.
  const hasReported = sent?.endedAt != null && reported !== undefined && new Date(reported.at) > sent.endedAt;
  const isUnconfirmed = sent !== undefined && sent.state !== 'readBack' && !hasReported;
  if (isUnconfirmed || !holdsLimit(device, required)) return 'change';
  const renewalS = required.returnAfterS === undefined ? LIMIT_REPEAT_S : LIMIT_RENEWED_S;
  return !isUnlimited && reported && new Date(reported.at) <= later(at, -renewalS) ? 'renewal' : undefined;
}

async function withdraw(tx: Transaction, sid: string, { id }: LimitCommand, at: Date): Promise<void> {
  await tx`
    update commands set state = 'failed', reason = ${'replaced' satisfies CommandEnding}, ended_at = ${at}
    where sid = ${sid} and id = ${id} and state = 'approved'`;
}

async function enqueue(
  tx: Transaction,
  { sid, companyId }: StoredRule,
  { sn, gatewaySn, reported }: Producer,
  required: Readonly<Record<string, number>>,
  step: Step,
  at: Date,
): Promise<void> {
  const before = Object.fromEntries(
    Object.keys(required).flatMap((name) => (reported[name] ? [[name, reported[name].value]] : [])),
  );
  await tx`
    insert into commands (sid, id, gateway_sn, sn, action, parameters, before, state, step, company_id, asked_at, queued_at, valid_s,
      expires_at, by_rule)
    values (${sid}, ${crypto.randomUUID()}, ${gatewaySn}, ${sn}, 'limit', ${JSON.stringify(required)}::text::jsonb,
      ${JSON.stringify(before)}::text::jsonb, 'approved', 'write', ${companyId}, ${at}, ${at}, ${VALID_S}, ${later(at, VALID_S)}, ${step})`;
  await notifyQueue(tx, { sid, sn: gatewaySn });
}

/** Stores the outcome of a check. `limit` is undefined when the owner has switched remote control off. */
async function saveState(
  tx: Transaction,
  { sid, kind, byMeter, setAt }: StoredRule,
  limit: AppliedLimit | undefined,
  isDone: boolean,
  at: Date,
): Promise<void> {
  const isReleased = kind === 'none' && (isDone || at > later(setAt, RELEASE_LATE_S));
  const isLate = kind === 'none' && at > later(setAt, RELEASE_S);
  const nextCheckS = isLate ? CHECK_S.late : byMeter ? CHECK_S.meter : CHECK_S.other;
  const cause: LimitCause = limit?.cause ?? 'controlOff';
  await tx`
    update limit_rules set percent = ${limit?.percent ?? null}, cause = ${cause}, changed_at = ${limit ? new Date(limit.changedMs) : null},
      checked_at = ${at}, due_at = ${isReleased ? null : later(at, nextCheckS)}
    where sid = ${sid}`;
}

const later = (at: Date, s: number): Date => new Date(at.getTime() + s * 1000);
