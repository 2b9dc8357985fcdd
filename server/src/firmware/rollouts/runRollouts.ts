// Advances roll-outs: records the progress of their devices, updates the next ones, begins waves, stops and ends. All state is in the database, in small transactions that lock the roll-out's row: a kill at any point is safe, and two servers do nothing twice.
import type { RolloutReason, RolloutSkip, RolloutStep } from '@heliograph/contract/rollouts.ts';
import type { Command } from '../../commands/command.ts';
import { auditEnd, lockCommand, updateCommand } from '../../commands/commandRows.ts';
import { notifyQueue } from '../../commands/notifyQueue.ts';
import type { Context } from '../../context.ts';
import { plainArray, textArray } from '../../platform/database/arrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { type ConsentRequest, currentAnswer } from '../consent/consentRequests.ts';
import { rolloutChannel } from './accessibleRollouts.ts';
import { type Actor, actorOf } from './actor.ts';
import { auditAutomaticStep } from './auditAutomaticStep.ts';
import { historyWith, lockRollout, type RecordedAction, type Rollout } from './rolloutRows.ts';
import { nextAction, stepOf, type WaveProgress } from './rules/rollout.ts';
import { type DeviceKey, updateDevice } from './updateDevice.ts';

/** Devices updated before the roll-out is checked again, and the maximum of one roll-out in a run, so that others get their turn. */
const BATCH_SIZE = 50;
const MAX_PER_RUN = 500;
const ROLLOUT_BATCH_SIZE = 100;

/** Advances all open roll-outs; returns their number. */
export async function runRollouts(context: Context, signal?: AbortSignal): Promise<number> {
  const { sql, log } = context;
  let processed = 0;
  // Pages through all of them, as any number may stay paused.
  for (let after = ''; ; ) {
    const open = await sql<{ id: string }[]>`
      select u.id from rollouts u where u.settled_at is null and ${after === '' ? sql`true` : sql`u.id > ${after}`}
      order by u.id limit ${ROLLOUT_BATCH_SIZE}`;
    for (const { id } of open) {
      if (signal?.aborted) return processed;
      try {
        await advance(context, id, signal);
      } catch (error) {
        // A fault of one roll-out must not affect the others.
        log.error({ err: error, rollout: id }, 'cannot advance a roll-out');
      }
      processed++;
    }
    if (open.length < ROLLOUT_BATCH_SIZE) return processed;
    after = open.at(-1)!.id;
  }
}

async function advance(context: Context, id: string, signal?: AbortSignal): Promise<void> {
  for (let updated = 0; updated < MAX_PER_RUN && !signal?.aborted; ) {
    const hasChanged = await observe(context, id);
    const step = await inTransaction(context.sql, (tx) => decide(tx, id, context.clock.now()));
    if (hasChanged || step.do === 'recheck' || (step.do === 'idle' && step.hasChanged))
      context.nudges.publish([rolloutChannel(id)]);
    if (step.do === 'withdraw') {
      for (const key of step.commands) await withdraw(context, id, key);
      if (step.commands.length < BATCH_SIZE) return;
    } else if (step.do === 'update') {
      let begun = 0;
      for (const device of step.devices) {
        if (signal?.aborted) return;
        if (await updateDevice(context, { id, wave: step.wave, actor: step.actor }, device)) begun++;
      }
      // Only devices with full queues remain.
      if (begun === 0) return;
      updated += begun;
    } else if (step.do === 'idle') return;
  }
}

const inTransaction = async <T>(sql: Sql, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  (await sql.begin((tx) => work(tx))) as T;

/** Records the progress of updated devices from their commands; returns false when nothing has changed. */
async function observe({ sql }: Context, id: string): Promise<boolean> {
  const rows = await sql<
    {
      sid: string;
      sn: string;
      step: RolloutStep;
      state: Command['state'];
      commandStep: Command['step'];
      reason: string;
      endedAt: Date | null;
    }[]
  >`
    select d.sid, d.sn, d.step, c.state, c.step as command_step, c.reason, c.ended_at
    from rollout_devices d join commands c on c.sid = d.sid and c.id = d.command
    where d.rollout_id = ${id} and d.step in ('queued', 'downloading', 'verified')`;
  const changed = rows.flatMap(({ sid, sn, step: before, state, commandStep, reason, endedAt }) => {
    const next = stepOf({ state, step: commandStep, reason });
    return next.step === before ? [] : [{ sid, sn, ...next, endedAt }];
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
  | { do: 'update'; wave: number; actor: Actor; devices: DeviceKey[] }
  | { do: 'withdraw'; commands: { sid: string; id: string }[] }
  /** Something has changed: the roll-out is checked again. */
  | { do: 'recheck' }
  | { do: 'idle'; hasChanged: boolean };

const IDLE: Step = { do: 'idle', hasChanged: false };
/** Something has changed, and there is nothing more to do. */
const CHANGED: Step = { do: 'idle', hasChanged: true };
const RECHECK: Step = { do: 'recheck' };

async function decide(tx: Transaction, id: string, at: Date): Promise<Step> {
  const rollout = await lockRollout(tx, id);
  if (!rollout || rollout.settledAt !== null) return IDLE;
  if (rollout.state !== 'running') return await windDown(tx, rollout, at);
  if (rollout.returns === null) {
    const [published] = await tx`select from firmware where id = ${rollout.firmwareId} and published_at is not null`;
    if (!published) return await endRollout(tx, rollout, { state: 'stopped', reason: 'notPublished' }, at);
  }
  if (await applyOwnerAnswers(tx, rollout, at)) return RECHECK;
  const counts = await waveNow(tx, rollout, at);
  const { watchFrom, wave, waves } = rollout;
  const action = nextAction(rollout.plan, counts, { isLast: wave === waves - 1, watchFrom, at });
  if (action.do === 'wait') return IDLE;
  if (action.do === 'stop') return await endRollout(tx, rollout, { state: 'stopped', reason: action.reason }, at);
  if (action.do === 'finish') return await endRollout(tx, rollout, { state: 'finished', reason: '' }, at);
  if (action.do === 'watch') {
    const history = historyWith(rollout, actionOf(rollout, 'watching', at));
    await tx`update rollouts set watch_from = ${at}, history = ${history}::text::jsonb where id = ${id}`;
    return CHANGED;
  }
  if (action.do === 'next') {
    const history = historyWith(rollout, { ...actionOf(rollout, 'wave', at), wave: wave + 1 });
    await tx`
      update rollouts set wave = ${wave + 1}, watch_from = null, history = ${history}::text::jsonb where id = ${id}`;
    return RECHECK;
  }
  if (action.do === 'fill') {
    await fillWave(tx, rollout);
    return RECHECK;
  }
  const actor = await actorOf(tx, rollout);
  if (!actor) {
    await changeState(tx, rollout, { state: 'paused', reason: 'askerGone', what: 'paused' }, at);
    return RECHECK;
  }
  const devices = await tx<DeviceKey[]>`
    select d.sid, d.sn from rollout_devices d where d.rollout_id = ${id} and d.wave = ${wave} and d.step = 'waiting'
    order by d.asked_at nulls first, d.place limit ${BATCH_SIZE}`;
  return { do: 'update', wave, actor, devices };
}

/** Applies new answers of owners and expired questions; a plant that no longer has an owner needs no answer. Returns false when nothing has changed. */
async function applyOwnerAnswers(tx: Transaction, { id, asksOwners }: Rollout, at: Date): Promise<boolean> {
  if (!asksOwners) return false;
  const questions = await tx<{ sid: string; answer: ConsentRequest['answer']; isOwned: boolean }[]>`
    select q.sid, ${currentAnswer(tx)} as answer, s.owner_id is not null as is_owned
    from update_questions q join sites s on s.sid = q.sid
    where q.id = ${id} and (${currentAnswer(tx)} in ('yes', 'no') or q.ends_at <= ${at} or s.owner_id is null)
      and exists (select from rollout_devices d where d.sid = q.sid and d.rollout_id = q.id and d.step = 'asking')
    order by q.sid`;
  const outcomeOf = ({ answer, isOwned }: (typeof questions)[number]): 'yes' | 'ownerRefused' | 'ownerSilent' =>
    answer === 'no' ? 'ownerRefused' : answer === 'yes' || !isOwned ? 'yes' : 'ownerSilent';
  for (const [outcome, group] of Map.groupBy(questions, outcomeOf)) {
    const sids = textArray(group.map(({ sid }) => sid));
    if (outcome === 'yes')
      await tx`
        update rollout_devices d set step = 'waiting' from (select unnest(${sids}::text::text[]) as sid) g
        where d.sid = g.sid and d.rollout_id = ${id} and d.step = 'asking'`;
    else
      await tx`
        update rollout_devices d set step = 'skipped', reason = ${outcome satisfies RolloutSkip}, ended_at = ${at}
        from (select unnest(${sids}::text::text[]) as sid) g
        where d.sid = g.sid and d.rollout_id = ${id} and d.step = 'asking'`;
    if (outcome === 'ownerSilent')
      await tx`
        update update_questions q set ended_at = ${at} from (select unnest(${sids}::text::text[]) as sid) g
        where q.sid = g.sid and q.id = ${id}`;
  }
  return questions.length > 0;
}

const DECLINED = ['ownerRefused', 'ownerSilent'] satisfies RolloutSkip[];

/** Swaps devices of this wave whose owners have not consented with devices of later waves, earliest first. */
async function fillWave(tx: Transaction, { id, wave }: Rollout): Promise<void> {
  type Place = DeviceKey & { wave: number; place: number };
  const [pending, ready] = await Promise.all([
    tx<Place[]>`
      select d.sid, d.sn, d.wave, d.place from rollout_devices d
      where d.rollout_id = ${id} and d.wave = ${wave}
        and (d.step = 'asking' or (d.step = 'skipped' and d.reason in (select unnest(${DECLINED}::text[]))))
      order by d.place`,
    tx<Place[]>`
      select d.sid, d.sn, d.wave, d.place from rollout_devices d
      where d.rollout_id = ${id} and d.wave > ${wave} and d.step = 'waiting' order by d.wave, d.place`,
  ]);
  const swapped = pending.slice(0, ready.length).flatMap((one, n): Place[] => {
    const other = ready[n]!;
    return [
      { ...one, wave: other.wave, place: other.place },
      { ...other, wave: one.wave, place: one.place },
    ];
  });
  await tx`
    update rollout_devices d set wave = g.wave, place = g.place
    from (
      select unnest(${textArray(swapped.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(swapped.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${plainArray(swapped.map((one) => one.wave))}::text::int[]) as wave,
        unnest(${plainArray(swapped.map(({ place }) => place))}::text::int[]) as place
    ) g
    where d.sid = g.sid and d.sn = g.sn and d.rollout_id = ${id}`;
}

async function waveNow(tx: Transaction, { id, wave, plan }: Rollout, at: Date): Promise<WaveProgress> {
  const lateBefore = new Date(at.getTime() - plan.withinH * 3_600_000);
  const rows = await tx<{ step: RolloutStep; isLater: boolean; isLate: boolean; isDeclined: boolean; n: number }[]>`
    select d.step, d.wave > ${wave} as is_later, coalesce(d.asked_at <= ${lateBefore}, false) as is_late,
      d.reason in (select unnest(${DECLINED}::text[])) as is_declined, count(*)::int as n
    from rollout_devices d where d.rollout_id = ${id} and d.wave >= ${wave} group by 1, 2, 3, 4`;
  const countAll = (matches: (row: (typeof rows)[number]) => boolean): number =>
    rows.filter(matches).reduce((sum, { n }) => sum + n, 0);
  const countNow = (matches: (row: (typeof rows)[number]) => boolean): number =>
    countAll((row) => !row.isLater && matches(row));
  const isOpen = (step: RolloutStep) => step === 'queued' || step === 'downloading' || step === 'verified';
  return {
    asking: countNow(({ step }) => step === 'asking'),
    declined: countNow(({ step, isDeclined }) => step === 'skipped' && isDeclined),
    waitingLater: countAll(({ isLater, step }) => isLater && step === 'waiting'),
    askingLater: countAll(({ isLater, step }) => isLater && step === 'asking'),
    waiting: countNow(({ step }) => step === 'waiting'),
    open: countNow(({ step, isLate }) => isOpen(step) && !isLate),
    late: countNow(({ step, isLate }) => isOpen(step) && isLate),
    updated: countNow(({ step }) => step === 'updated'),
    failed: countNow(({ step }) => step === 'failed'),
    silent: countNow(({ step }) => step === 'silent'),
    skipped: countNow(({ step, isDeclined }) => step === 'skipped' && !isDeclined),
  };
}

const actionOf = (
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

/** Changes the state automatically; the audit line is in the name of the user the roll-out acts for. */
async function changeState(
  tx: Transaction,
  rollout: Rollout,
  { state, reason, what }: { state: Rollout['state']; reason: RolloutReason | ''; what: RecordedAction['what'] },
  at: Date,
): Promise<void> {
  const endedAt = state === 'paused' ? null : at;
  await tx`
    update rollouts set state = ${state}, reason = ${reason}, ended_at = ${endedAt}, watch_from = null, revision = revision + 1,
      history = ${historyWith(rollout, actionOf(rollout, what, at, reason))}::text::jsonb
    where id = ${rollout.id}`;
  await auditAutomaticStep(
    tx,
    rollout,
    { before: { state: rollout.state }, after: { state, ...(reason === '' ? {} : { reason }) } },
    at,
  );
}

async function endRollout(
  tx: Transaction,
  rollout: Rollout,
  { state, reason }: { state: 'stopped' | 'finished'; reason: RolloutReason | '' },
  at: Date,
): Promise<Step> {
  await changeState(tx, rollout, { state, reason, what: state }, at);
  return RECHECK;
}

/** Winds down a roll-out that is paused or has ended: withdraws unsent commands, and settles it when nothing is open any more. */
async function windDown(tx: Transaction, { id, state }: Rollout, at: Date): Promise<Step> {
  if (state !== 'finished') {
    const commands = await tx<{ sid: string; id: string }[]>`
      select c.sid, c.id from rollout_devices d join commands c on c.sid = d.sid and c.id = d.command
      where d.rollout_id = ${id} and d.step = 'queued' and c.state = 'approved' limit ${BATCH_SIZE}`;
    if (commands.length > 0) return { do: 'withdraw', commands };
  }
  if (state === 'paused') return IDLE;
  const skipped = await tx`
    update rollout_devices set step = 'skipped', reason = 'stopped', ended_at = ${at}
    where rollout_id = ${id} and step in ('asking', 'waiting')`;
  const [open] = await tx<{ n: number }[]>`
    select count(*)::int as n from rollout_devices d
    where d.rollout_id = ${id} and d.step in ('queued', 'downloading', 'verified')`;
  if (open!.n === 0) await tx`update rollouts set settled_at = ${at} where id = ${id}`;
  // The consent of an owner stays visible until the updates that it allowed have ended.
  await tx`
    update update_questions q set ended_at = ${at}
    where q.id = ${id} and q.ended_at is null and (q.answer <> 'yes' or ${open!.n === 0})`;
  return skipped.count > 0 || open!.n === 0 ? CHANGED : IDLE;
}

/** Withdraws an unsent command: the device waits again when the roll-out is paused, and is skipped by the command's outcome when it was stopped. */
async function withdraw({ sql, clock, nudges }: Context, id: string, key: { sid: string; id: string }): Promise<void> {
  const at = clock.now();
  await inTransaction(sql, async (tx) => {
    const rollout = await lockRollout(tx, id);
    if (!rollout || rollout.state === 'running' || rollout.state === 'finished') return;
    const command = await lockCommand(tx, key);
    // The command was sent meanwhile.
    if (command?.state !== 'approved') return;
    const update = { state: 'failed', reason: 'withdrawn', endedAt: at } as const;
    await updateCommand(tx, command, update);
    await auditEnd(tx, { ...command, ...update }, at);
    if (rollout.state === 'paused')
      await tx`
        update rollout_devices set step = 'waiting', reason = '', command = null, asked_at = null
        where sid = ${key.sid} and rollout_id = ${id} and command = ${key.id}`;
    await notifyQueue(tx, { sid: key.sid, sn: command.gatewaySn });
  });
  nudges.publish([key.sid, rolloutChannel(id)]);
}
