// Keeps the rules of limits: what each wants of its plant's devices now is told them when they do not hold it, or have not been told it for a while, and only what they say then counts.
import { type CommandEnding, isOpen } from '@heliograph/contract/commands.ts';
import {
  LIMIT_METER_S,
  LIMIT_RENEWED_S,
  LIMIT_TOLD_AGAIN_S,
  type LimitCause,
} from '@heliograph/contract/limitRules.ts';
import type { Context } from '../../context.ts';
import { plantNow } from '../../energy/flows/flowNow.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Fragment, Sql, Transaction } from '../../platform/database/connect.ts';
import type { Command } from '../command.ts';
import { notifyQueue } from '../notifyQueue.ts';
import { type Producer, producersOf, ratedTogether } from './limitedDevices.ts';
import { holdsLimit, type KeptRule, limitFor, ruleColumns } from './limitRuleRows.ts';
import { type HeldLimit, heldLimit, priceOfHour, wantedLimit } from './rules/limitRule.ts';

const AT_ONCE = 200;
/** Plants looked at side by side: one that somebody holds, or that has very many devices, keeps the others waiting no longer than its own time. */
const SIDE_BY_SIDE = 4;
/** For a lock, and for a statement, ms; and after which no more devices of a plant are told before it is looked at again. */
const LIMITS_MS = { lock: 2_000, statement: 10_000, plant: 10_000 } as const;
/** Until a rule is looked at again, s: by a meter soon. */
const AGAIN_S = { meter: 10, other: 30, afterFault: 60, late: 600 } as const;
/** A limit waits so long for its device; unanswered it is sent again after the pause. */
const VALID_S = 300;
const PAUSE_S = 300;
/** Devices of one gateway that are told at once: what a person wants goes in between. */
const MOST_OPEN = 10;
/** What a rule had limited is let go as soon as its device is back: looked at often for so long, then now and then for a year. */
const LETS_GO_S = 3 * 86_400;
const LETS_GO_LATE_S = 365 * 86_400;
/** How far back the last command of a device is looked for, while there is a rule; and one of which nobody knows whether the device obeyed it. */
const LOOKS_BACK_S = 7_200;
const UNSURE_S = 30 * 86_400;

interface Plant {
  sid: string;
  timezone: string;
  latitude: number;
  longitude: number;
  installedW: number;
  isOff: boolean;
}

/** Later than any is put off: a clock that was ahead, and is right again, said so. */
const FAR_S = 3_600;
const isDue = (sql: Sql | Transaction, at: Date): Fragment =>
  sql`(r.due_at <= ${at} or r.due_at > ${later(at, FAR_S)})`;

/** Gives how many rules were looked at. */
export async function keepLimits(context: Context, signal?: AbortSignal): Promise<number> {
  const { sql, clock, log } = context;
  const at = clock.now();
  const looked = new Set<string>();
  for (;;) {
    const due = await sql<{ sid: string }[]>`
      select r.sid from limit_rules r where ${isDue(sql, at)} order by r.due_at limit ${AT_ONCE}`;
    // One that can be neither kept nor put off is looked at once a round.
    const left = due.filter(({ sid }) => !looked.has(sid)).map(({ sid }) => sid);
    const isFull = due.length === AT_ONCE && left.length > 0;
    const work = async (): Promise<void> => {
      for (let sid = left.shift(); sid !== undefined && !signal?.aborted; sid = left.shift()) {
        looked.add(sid);
        await keepOrPutOff(context, sid, at);
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
    if (!isFull || signal?.aborted) return looked.size;
  }

  /** One plant's trouble is not the others'. */
  async function keepOrPutOff(on: Context, sid: string, from: Date): Promise<void> {
    try {
      await keepOne(on, sid, from);
    } catch (error) {
      log.error({ err: error, sid }, 'a rule of limits could not be kept');
      try {
        await bounded(sql, (tx) =>
          tx`update limit_rules set due_at = ${later(from, AGAIN_S.afterFault)} where sid = ${sid}`.execute(),
        );
      } catch (again) {
        log.error({ err: again, sid }, 'a rule of limits could not be put off');
      }
    }
  }
}

/** Whoever holds a plant, or makes the database slow, is waited for so long and no longer. */
const bounded = async <T>(sql: Sql, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  (await sql.begin(async (begun) => {
    const tx = begun as Transaction;
    await tx.unsafe(`set local lock_timeout = ${LIMITS_MS.lock}; set local statement_timeout = ${LIMITS_MS.statement}`);
    return await work(tx);
  })) as T;

async function keepOne({ sql, nudges }: Context, sid: string, at: Date): Promise<void> {
  const isNews = await bounded(sql, async (tx) => {
    // First, as calls do: an owner who switches control off comes before, or finds what was queued.
    const [plant] = await tx<Plant[]>`
      select s.sid, s.timezone, s.latitude, s.longitude, s.power_max_w as installed_w, s.control_off_at is not null as is_off
      from sites s where s.sid = ${sid} for no key update of s`;
    // Of two servers that are at it the second finds it looked at.
    const [rule] = await tx<KeptRule[]>`
      select ${ruleColumns(tx)} from limit_rules r where r.sid = ${sid} and ${isDue(tx, at)} for update`;
    if (!plant || !rule) return false;
    const producers = await producersOf(tx, sid, at);
    const limited = producers.filter(({ why }) => why === null);
    const now = plant.isOff ? undefined : await limitNow(tx, rule, plant, producers, at);
    const { told, isDone } = now ? await tell(tx, rule, limited, now.percent, at) : { told: 0, isDone: false };
    await keep(tx, rule, now, isDone, at);
    return told > 0 || (now?.percent ?? null) !== rule.percent || (now?.cause ?? 'controlOff') !== rule.cause;
  });
  if (isNews) nudges.tell([sid]);
}

async function limitNow(
  tx: Transaction,
  rule: KeptRule,
  plant: Plant,
  producers: readonly Producer[],
  at: Date,
): Promise<HeldLimit> {
  const limited = producers.filter(({ why }) => why === null);
  const rest = producers.filter(({ why }) => why !== null);
  const { installedW, timezone } = plant;
  const madeW = limited.map((one) => one.madeW);
  const grid = rule.byMeter ? (await plantNow(tx, plant, producers.length > 0, at)).grid : null;
  const isTold = grid !== null && !grid.isOld && grid.ageS !== null && grid.ageS <= LIMIT_METER_S;
  const wanted = wantedLimit(rule, {
    installedW,
    ratedW: ratedTogether(limited, producers, installedW) ?? 0,
    unlimitedW: ratedTogether(rest, producers, installedW),
    madeW: madeW.includes(null) ? null : madeW.reduce<number>((sum, made) => sum + made!, 0),
    gridW: isTold ? grid.powerW : null,
    price: rule.kind === 'price' ? await priceNow(tx, rule, timezone, at) : null,
  });
  const { percent, cause, changedAt } = rule;
  const held = percent === null || changedAt === null ? undefined : { percent, cause, changedMs: changedAt.getTime() };
  return heldLimit(held, wanted, at.getTime());
}

async function priceNow(
  tx: Transaction,
  { sid, priceOf }: KeptRule,
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

type Last = Pick<Command, 'id' | 'sn' | 'state' | 'parameters' | 'askedAt' | 'issuedAt' | 'endedAt' | 'byRule'>;
type Step = 'change' | 'renewal';

/** `isDone`: what a rule that is none any more had limited is let go. */
async function tell(
  tx: Transaction,
  rule: KeptRule,
  limited: readonly Producer[],
  percent: number,
  at: Date,
): Promise<{ told: number; isDone: boolean }> {
  const { last, sent } = await lastLimits(tx, rule, limited, at);
  const open = new Map<string, number>();
  const due: { device: Producer; wanted: Record<string, number>; step: Step }[] = [];
  let isDone = true;
  for (const device of limited) {
    let before = last.get(device.sn);
    // What somebody has set after the rule ended is theirs.
    if (rule.kind === 'none' && before?.byRule == null) continue;
    const wanted = limitFor(rule, device, percent);
    if (before && isOpen(before.state)) {
      if (!isOutdated(before, wanted)) {
        open.set(device.gatewaySn, (open.get(device.gatewaySn) ?? 0) + 1);
        isDone = false;
        continue;
      }
      await withdraw(tx, rule.sid, before, at);
      before = { ...before, state: 'failed', endedAt: at };
    }
    const step = stepFor(device, wanted, { before, sent: sent.get(device.sn) }, at);
    if (!step) continue;
    isDone = false;
    if (device.isAwake && !isPaused(before, wanted, at)) due.push({ device, wanted, step });
  }
  let told = 0;
  const endMs = performance.now() + LIMITS_MS.plant;
  for (const { device, wanted, step } of due) {
    // The others when it is looked at again.
    if (performance.now() > endMs) break;
    const underWay = open.get(device.gatewaySn) ?? 0;
    if (underWay >= MOST_OPEN) continue;
    await queue(tx, rule, device, wanted, step, at);
    open.set(device.gatewaySn, underWay + 1);
    told++;
  }
  return { told, isDone };
}

/** Of each device the newest limit that it was told, or is to be told, by whomever; and the newest that was sent: lately, or long ago and not read back. */
async function lastLimits(
  tx: Transaction,
  { sid, kind }: KeptRule,
  limited: readonly Producer[],
  at: Date,
): Promise<Record<'last' | 'sent', Map<string, Last>>> {
  const rows = kind === 'none' ? await everLimited(tx, sid, limited) : await latelyLimited(tx, sid, at);
  const sent = new Map(rows.filter(({ issuedAt }) => issuedAt !== null).map((row) => [row.sn, row]));
  const last = new Map(sent);
  for (const row of rows) {
    const other = sent.get(row.sn);
    if (row.issuedAt === null && (!other || row.askedAt > other.askedAt)) last.set(row.sn, row);
  }
  return { last, sent };
}

/** A device that was away for weeks holds what it was told before them: each newest one is at the end of an index. */
async function everLimited(tx: Transaction, sid: string, limited: readonly Producer[]): Promise<Last[]> {
  const newest = (sn: string, which: Fragment): Promise<Last[]> => tx<Last[]>`
    select ${limitColumns(tx)} from commands c where c.sid = ${sid} and c.sn = ${sn} and c.action = 'limit' and ${which}
    order by c.asked_at desc, c.id desc limit 1`;
  const found = await Promise.all(
    limited.flatMap(({ sn }) => [newest(sn, tx`true`), newest(sn, tx`c.issued_at is not null`)]),
  );
  return found.flat();
}

async function latelyLimited(tx: Transaction, sid: string, at: Date): Promise<Last[]> {
  return await tx<Last[]>`
    select distinct on (c.sn, c.issued_at is null) ${limitColumns(tx)}
    from (
      select o.* from commands o where o.sid = ${sid} and o.action = 'limit' and o.asked_at > ${later(at, -LOOKS_BACK_S)}
      union all
      select o.* from commands o where o.sid = ${sid} and o.action = 'limit' and o.state in ('failed', 'expired')
        and o.issued_at is not null and o.ended_at > ${later(at, -UNSURE_S)}
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

/** It has not been sent, and another is wanted by now. */
const isOutdated = ({ state, parameters, byRule }: Last, wanted: Readonly<Record<string, number>>): boolean =>
  byRule !== null && state === 'approved' && !isSame(parameters, wanted);

/** A device that refuses, or does not answer, is not asked without end. */
const isPaused = (before: Last | undefined, wanted: Readonly<Record<string, number>>, at: Date): boolean =>
  before?.endedAt != null &&
  before.state !== 'readBack' &&
  isSame(before.parameters, wanted) &&
  at < later(before.endedAt, PAUSE_S);

/** Undefined: it holds what is wanted, as far as it said. */
function stepFor(
  device: Producer,
  wanted: Readonly<Record<string, number>>,
  { before, sent }: { before: Last | undefined; sent: Last | undefined },
  at: Date,
): Step | undefined {
  const isFree = wanted.limitPercent === 100 && wanted.returnAfterS === undefined;
  const said = device.told.limitPercent;
  // Nobody has ever limited it.
  if (isFree && !said && !before) return undefined;
  // What it has said since is what it holds.
  const hasSaid = sent?.endedAt != null && said !== undefined && new Date(said.at) > sent.endedAt;
  const isUnsure = sent !== undefined && sent.state !== 'readBack' && !hasSaid;
  if (isUnsure || !holdsLimit(device, wanted)) return 'change';
  const everyS = wanted.returnAfterS === undefined ? LIMIT_TOLD_AGAIN_S : LIMIT_RENEWED_S;
  return !isFree && said && new Date(said.at) <= later(at, -everyS) ? 'renewal' : undefined;
}

async function withdraw(tx: Transaction, sid: string, { id }: Last, at: Date): Promise<void> {
  await tx`
    update commands set state = 'failed', reason = ${'replaced' satisfies CommandEnding}, ended_at = ${at}
    where sid = ${sid} and id = ${id} and state = 'approved'`;
}

async function queue(
  tx: Transaction,
  { sid, companyId }: KeptRule,
  { sn, gatewaySn, told }: Producer,
  wanted: Readonly<Record<string, number>>,
  step: Step,
  at: Date,
): Promise<void> {
  const before = Object.fromEntries(
    Object.keys(wanted).flatMap((name) => (told[name] ? [[name, told[name].value]] : [])),
  );
  await tx`
    insert into commands (sid, id, gateway_sn, sn, action, parameters, before, state, step, company_id, asked_at, queued_at, valid_s,
      expires_at, by_rule)
    values (${sid}, ${crypto.randomUUID()}, ${gatewaySn}, ${sn}, 'limit', ${JSON.stringify(wanted)}::text::jsonb,
      ${JSON.stringify(before)}::text::jsonb, 'approved', 'write', ${companyId}, ${at}, ${at}, ${VALID_S}, ${later(at, VALID_S)}, ${step})`;
  await notifyQueue(tx, { sid, sn: gatewaySn });
}

/** `now`: undefined where the owner has switched remote control off. */
async function keep(
  tx: Transaction,
  { sid, kind, byMeter, setAt }: KeptRule,
  now: HeldLimit | undefined,
  isDone: boolean,
  at: Date,
): Promise<void> {
  const isOver = kind === 'none' && (isDone || at > later(setAt, LETS_GO_LATE_S));
  const isLate = kind === 'none' && at > later(setAt, LETS_GO_S);
  const againS = isLate ? AGAIN_S.late : byMeter ? AGAIN_S.meter : AGAIN_S.other;
  const cause: LimitCause = now?.cause ?? 'controlOff';
  await tx`
    update limit_rules set percent = ${now?.percent ?? null}, cause = ${cause}, changed_at = ${now ? new Date(now.changedMs) : null},
      checked_at = ${at}, due_at = ${isOver ? null : later(at, againS)}
    where sid = ${sid}`;
}

const later = (at: Date, s: number): Date => new Date(at.getTime() + s * 1000);
