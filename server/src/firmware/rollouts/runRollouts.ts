// Moves roll-outs on: notes what became of their devices, asks the next ones, begins waves, stops and ends. All of it stands in the database, in small transactions that lock the roll-out's row: it can be killed anywhere, and two servers at once do nothing twice.
import type { RolloutReason, RolloutSkip, RolloutStep } from '@heliograph/contract/rollouts.ts';
import type { Command } from '../../commands/command.ts';
import { auditEnd, lockCommand, updateCommand } from '../../commands/commandRows.ts';
import { notifyQueue } from '../../commands/notifyQueue.ts';
import type { Context } from '../../context.ts';
import { plainArray, textArray } from '../../platform/database/arrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { currentAnswer, type Question } from '../consent/consentRequests.ts';
import { rolloutChannel } from './accessibleRollouts.ts';
import { type Actor, actorOf } from './actor.ts';
import { auditAutomaticStep } from './auditAutomaticStep.ts';
import { historyWith, lockedRollout, type RecordedAction, type Rollout } from './rolloutRows.ts';
import { nextAction, stepOf, type WaveNow } from './rules/rollout.ts';
import { type DeviceKey, updateDevice } from './updateDevice.ts';

/** Devices that are asked before the roll-out is looked at again, and most of one in a round: others have their turn. */
const AT_ONCE = 50;
const MAX_A_ROUND = 500;
const ROLLOUTS_AT_ONCE = 100;

/** Gives how many were looked at. */
export async function runRollouts(context: Context, signal?: AbortSignal): Promise<number> {
  const { sql, log } = context;
  let looked = 0;
  // All of them, however many are paused for ever.
  for (let after = ''; ; ) {
    const open = await sql<{ id: string }[]>`
      select u.id from rollouts u where u.settled_at is null and ${after === '' ? sql`true` : sql`u.id > ${after}`}
      order by u.id limit ${ROLLOUTS_AT_ONCE}`;
    for (const { id } of open) {
      if (signal?.aborted) return looked;
      try {
        await moveOn(context, id, signal);
      } catch (error) {
        // One roll-out's trouble is not the others'.
        log.error({ err: error, rollout: id }, 'a roll-out does not move on');
      }
      looked++;
    }
    if (open.length < ROLLOUTS_AT_ONCE) return looked;
    after = open.at(-1)!.id;
  }
}

async function moveOn(context: Context, id: string, signal?: AbortSignal): Promise<void> {
  for (let asked = 0; asked < MAX_A_ROUND && !signal?.aborted; ) {
    const hasChanged = await observe(context, id);
    const step = await inTransaction(context.sql, (tx) => decide(tx, id, context.clock.now()));
    if (hasChanged || step.do === 'again' || (step.do === 'rest' && step.isNews))
      context.nudges.tell([rolloutChannel(id)]);
    if (step.do === 'takeBack') {
      for (const key of step.commands) await takeBack(context, id, key);
      if (step.commands.length < AT_ONCE) return;
    } else if (step.do === 'ask') {
      let now = 0;
      for (const device of step.devices) {
        if (signal?.aborted) return;
        if (await updateDevice(context, { id, wave: step.wave, actor: step.actor }, device)) now++;
      }
      // Only those are left whose queues are full.
      if (now === 0) return;
      asked += now;
    } else if (step.do === 'rest') return;
  }
}

const inTransaction = async <T>(sql: Sql, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  (await sql.begin((begun) => work(begun))) as T;

/** What became of the devices that were asked, by their commands. False: nothing new. */
async function observe({ sql }: Context, id: string): Promise<boolean> {
  const rows = await sql<
    {
      sid: string;
      sn: string;
      step: RolloutStep;
      state: Command['state'];
      half: Command['step'];
      reason: string;
      endedAt: Date | null;
    }[]
  >`
    select d.sid, d.sn, d.step, c.state, c.step as half, c.reason, c.ended_at
    from rollout_devices d join commands c on c.sid = d.sid and c.id = d.command
    where d.rollout_id = ${id} and d.step in ('queued', 'downloading', 'verified')`;
  const changed = rows.flatMap(({ sid, sn, step: before, state, half, reason, endedAt }) => {
    const now = stepOf({ state, step: half, reason });
    return now.step === before ? [] : [{ sid, sn, ...now, endedAt }];
  });
  if (changed.length === 0) return false;
  const column = (name: 'sid' | 'sn' | 'step' | 'reason') => textArray(changed.map((row) => row[name]));
  const ends = textArray(changed.map(({ endedAt }) => endedAt?.toISOString() ?? null));
  await sql`
    update rollout_devices d set step = g.step, reason = g.reason, ended_at = g.ended_at
    from (
      select unnest(${column('sid')}::text::text[]) as sid, unnest(${column('sn')}::text::text[]) as sn,
        unnest(${column('step')}::text::text[]) as step, unnest(${column('reason')}::text::text[]) as reason,
        unnest(${ends}::text::text[])::timestamptz as ended_at
    ) g
    where d.sid = g.sid and d.sn = g.sn and d.rollout_id = ${id} and d.step in ('queued', 'downloading', 'verified')`;
  return true;
}

type Step =
  | { do: 'ask'; wave: number; actor: Actor; devices: DeviceKey[] }
  | { do: 'takeBack'; commands: { sid: string; id: string }[] }
  /** Something has moved: it is looked at again. */
  | { do: 'again' }
  | { do: 'rest'; isNews: boolean };

const REST: Step = { do: 'rest', isNews: false };
/** There is nothing to do after what was done. */
const MOVED: Step = { do: 'rest', isNews: true };
const AGAIN: Step = { do: 'again' };

async function decide(tx: Transaction, id: string, at: Date): Promise<Step> {
  const rollout = await lockedRollout(tx, id);
  if (!rollout || rollout.settledAt !== null) return REST;
  if (rollout.state !== 'running') return await wind(tx, rollout, at);
  if (rollout.returns === null) {
    const [there] = await tx`select from firmware where id = ${rollout.firmwareId} and published_at is not null`;
    if (!there) return await end(tx, rollout, { state: 'stopped', reason: 'notPublished' }, at);
  }
  if (await hearOwners(tx, rollout, at)) return AGAIN;
  const now = await waveNow(tx, rollout, at);
  const { watchFrom, wave, waves } = rollout;
  const deed = nextAction(rollout.plan, now, { isLast: wave === waves - 1, watchFrom, at });
  if (deed.do === 'wait') return REST;
  if (deed.do === 'stop') return await end(tx, rollout, { state: 'stopped', reason: deed.reason }, at);
  if (deed.do === 'finish') return await end(tx, rollout, { state: 'finished', reason: '' }, at);
  if (deed.do === 'watch') {
    const history = historyWith(rollout, deedOf(rollout, 'watching', at));
    await tx`update rollouts set watch_from = ${at}, history = ${history}::text::jsonb where id = ${id}`;
    return MOVED;
  }
  if (deed.do === 'next') {
    const history = historyWith(rollout, { ...deedOf(rollout, 'wave', at), wave: wave + 1 });
    await tx`
      update rollouts set wave = ${wave + 1}, watch_from = null, history = ${history}::text::jsonb where id = ${id}`;
    return AGAIN;
  }
  if (deed.do === 'fill') {
    await fill(tx, rollout);
    return AGAIN;
  }
  const actor = await actorOf(tx, rollout);
  if (!actor) {
    await move(tx, rollout, { state: 'paused', reason: 'askerGone', what: 'paused' }, at);
    return AGAIN;
  }
  const devices = await tx<DeviceKey[]>`
    select d.sid, d.sn from rollout_devices d where d.rollout_id = ${id} and d.wave = ${wave} and d.step = 'waiting'
    order by d.asked_at nulls first, d.place limit ${AT_ONCE}`;
  return { do: 'ask', wave, actor, devices };
}

/** What owners have said since, or not in time; whose plant has no owner any more is not asked. False: nothing new. */
async function hearOwners(tx: Transaction, { id, asksOwners }: Rollout, at: Date): Promise<boolean> {
  if (!asksOwners) return false;
  const heard = await tx<{ sid: string; answer: Question['answer']; isOwned: boolean }[]>`
    select q.sid, ${currentAnswer(tx)} as answer, s.owner_id is not null as is_owned
    from update_questions q join sites s on s.sid = q.sid
    where q.id = ${id} and (${currentAnswer(tx)} in ('yes', 'no') or q.ends_at <= ${at} or s.owner_id is null)
      and exists (select from rollout_devices d where d.sid = q.sid and d.rollout_id = q.id and d.step = 'asking')
    order by q.sid`;
  const became = ({ answer, isOwned }: (typeof heard)[number]): 'yes' | 'ownerRefused' | 'ownerSilent' =>
    answer === 'no' ? 'ownerRefused' : answer === 'yes' || !isOwned ? 'yes' : 'ownerSilent';
  for (const [what, its] of Map.groupBy(heard, became)) {
    const sids = textArray(its.map(({ sid }) => sid));
    if (what === 'yes')
      await tx`
        update rollout_devices d set step = 'waiting' from (select unnest(${sids}::text::text[]) as sid) g
        where d.sid = g.sid and d.rollout_id = ${id} and d.step = 'asking'`;
    else
      await tx`
        update rollout_devices d set step = 'skipped', reason = ${what satisfies RolloutSkip}, ended_at = ${at}
        from (select unnest(${sids}::text::text[]) as sid) g
        where d.sid = g.sid and d.rollout_id = ${id} and d.step = 'asking'`;
    if (what === 'ownerSilent')
      await tx`
        update update_questions q set ended_at = ${at} from (select unnest(${sids}::text::text[]) as sid) g
        where q.sid = g.sid and q.id = ${id}`;
  }
  return heard.length > 0;
}

const DECLINED = ['ownerRefused', 'ownerSilent'] satisfies RolloutSkip[];

/** Devices of later waves, the next ones first, for those of this one whose owners have not agreed: they change places. */
async function fill(tx: Transaction, { id, wave }: Rollout): Promise<void> {
  type Place = DeviceKey & { wave: number; place: number };
  const [short, ready] = await Promise.all([
    tx<Place[]>`
      select d.sid, d.sn, d.wave, d.place from rollout_devices d
      where d.rollout_id = ${id} and d.wave = ${wave}
        and (d.step = 'asking' or (d.step = 'skipped' and d.reason in (select unnest(${DECLINED}::text[]))))
      order by d.place`,
    tx<Place[]>`
      select d.sid, d.sn, d.wave, d.place from rollout_devices d
      where d.rollout_id = ${id} and d.wave > ${wave} and d.step = 'waiting' order by d.wave, d.place`,
  ]);
  const moved = short.slice(0, ready.length).flatMap((one, n): Place[] => {
    const other = ready[n]!;
    return [
      { ...one, wave: other.wave, place: other.place },
      { ...other, wave: one.wave, place: one.place },
    ];
  });
  await tx`
    update rollout_devices d set wave = g.wave, place = g.place
    from (
      select unnest(${textArray(moved.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(moved.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${plainArray(moved.map((one) => one.wave))}::text::int[]) as wave,
        unnest(${plainArray(moved.map(({ place }) => place))}::text::int[]) as place
    ) g
    where d.sid = g.sid and d.sn = g.sn and d.rollout_id = ${id}`;
}

async function waveNow(tx: Transaction, { id, wave, plan }: Rollout, at: Date): Promise<WaveNow> {
  const over = new Date(at.getTime() - plan.withinH * 3_600_000);
  const rows = await tx<{ step: RolloutStep; isLater: boolean; isLate: boolean; isDeclined: boolean; n: number }[]>`
    select d.step, d.wave > ${wave} as is_later, coalesce(d.asked_at <= ${over}, false) as is_late,
      d.reason in (select unnest(${DECLINED}::text[])) as is_declined, count(*)::int as n
    from rollout_devices d where d.rollout_id = ${id} and d.wave >= ${wave} group by 1, 2, 3, 4`;
  const sum = (is: (row: (typeof rows)[number]) => boolean): number =>
    rows.filter(is).reduce((all, { n }) => all + n, 0);
  const now = (is: (row: (typeof rows)[number]) => boolean): number => sum((row) => !row.isLater && is(row));
  const isOpen = (step: RolloutStep) => step === 'queued' || step === 'downloading' || step === 'verified';
  return {
    asking: now(({ step }) => step === 'asking'),
    declined: now(({ step, isDeclined }) => step === 'skipped' && isDeclined),
    waitingLater: sum(({ isLater, step }) => isLater && step === 'waiting'),
    askingLater: sum(({ isLater, step }) => isLater && step === 'asking'),
    waiting: now(({ step }) => step === 'waiting'),
    open: now(({ step, isLate }) => isOpen(step) && !isLate),
    late: now(({ step, isLate }) => isOpen(step) && isLate),
    updated: now(({ step }) => step === 'updated'),
    failed: now(({ step }) => step === 'failed'),
    silent: now(({ step }) => step === 'silent'),
    skipped: now(({ step, isDeclined }) => step === 'skipped' && !isDeclined),
  };
}

const deedOf = (
  { wave }: Rollout,
  what: RecordedAction['what'],
  at: Date,
  reason: RecordedAction['reason'] = '',
): RecordedAction => ({
  what,
  at: at.toISOString(),
  by: null,
  wave,
  reason,
});

/** By the portal itself: its line in the log is in the name of who began it. */
async function move(
  tx: Transaction,
  rollout: Rollout,
  { state, reason, what }: { state: Rollout['state']; reason: RolloutReason | ''; what: RecordedAction['what'] },
  at: Date,
): Promise<void> {
  const endedAt = state === 'paused' ? null : at;
  await tx`
    update rollouts set state = ${state}, reason = ${reason}, ended_at = ${endedAt}, watch_from = null, revision = revision + 1,
      history = ${historyWith(rollout, deedOf(rollout, what, at, reason))}::text::jsonb
    where id = ${rollout.id}`;
  await auditAutomaticStep(
    tx,
    rollout,
    { before: { state: rollout.state }, after: { state, ...(reason === '' ? {} : { reason }) } },
    at,
  );
}

async function end(
  tx: Transaction,
  rollout: Rollout,
  { state, reason }: { state: 'stopped' | 'finished'; reason: RolloutReason | '' },
  at: Date,
): Promise<Step> {
  await move(tx, rollout, { state, reason, what: state }, at);
  return AGAIN;
}

/** Of one that is paused or has ended: what was not sent is taken back; when nothing is open any more it is settled. */
async function wind(tx: Transaction, { id, state }: Rollout, at: Date): Promise<Step> {
  if (state !== 'finished') {
    const commands = await tx<{ sid: string; id: string }[]>`
      select c.sid, c.id from rollout_devices d join commands c on c.sid = d.sid and c.id = d.command
      where d.rollout_id = ${id} and d.step = 'queued' and c.state = 'approved' limit ${AT_ONCE}`;
    if (commands.length > 0) return { do: 'takeBack', commands };
  }
  if (state === 'paused') return REST;
  const skipped = await tx`
    update rollout_devices set step = 'skipped', reason = 'stopped', ended_at = ${at}
    where rollout_id = ${id} and step in ('asking', 'waiting')`;
  const [open] = await tx<{ n: number }[]>`
    select count(*)::int as n from rollout_devices d
    where d.rollout_id = ${id} and d.step in ('queued', 'downloading', 'verified')`;
  if (open!.n === 0) await tx`update rollouts set settled_at = ${at} where id = ${id}`;
  // A device that was asked because its owner has agreed shows until its end that he has.
  await tx`
    update update_questions q set ended_at = ${at}
    where q.id = ${id} and q.ended_at is null and (q.answer <> 'yes' or ${open!.n === 0})`;
  return skipped.count > 0 || open!.n === 0 ? MOVED : REST;
}

/** One that is paused waits again for its turn; of one that was stopped it is skipped, as its command says. */
async function takeBack({ sql, clock, nudges }: Context, id: string, key: { sid: string; id: string }): Promise<void> {
  const at = clock.now();
  await inTransaction(sql, async (tx) => {
    const rollout = await lockedRollout(tx, id);
    if (!rollout || rollout.state === 'running' || rollout.state === 'finished') return;
    const command = await lockCommand(tx, key);
    // It was sent meanwhile.
    if (command?.state !== 'approved') return;
    const moved = { state: 'failed', reason: 'withdrawn', endedAt: at } as const;
    await updateCommand(tx, command, moved);
    await auditEnd(tx, { ...command, ...moved }, at);
    if (rollout.state === 'paused')
      await tx`
        update rollout_devices set step = 'waiting', reason = '', command = null, asked_at = null
        where sid = ${key.sid} and rollout_id = ${id} and command = ${key.id}`;
    await notifyQueue(tx, { sid: key.sid, sn: command.gatewaySn });
  });
  nudges.tell([key.sid, rolloutChannel(id)]);
}
