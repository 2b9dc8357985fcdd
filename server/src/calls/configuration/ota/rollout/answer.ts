// configuration/ota/rollout/answer: pauses, resumes or stops a roll-out; the roll-out job withdraws updates not sent yet.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { RolloutAction, RolloutAnswer, RolloutState } from '@heliograph/contract/rollouts.ts';
import { assertMayControl, assertSimulated, isStrong } from '../../../../commands/controlRights.ts';
import { accessibleRollouts, rolloutChannel } from '../../../../firmware/rollouts/accessibleRollouts.ts';
import {
  historyWith,
  lockRollout,
  mayRollOut,
  presentRollouts,
  type Rollout,
  rolloutsWhere,
} from '../../../../firmware/rollouts/rolloutRows.ts';
import { NOTIFY_CHANNEL } from '../../../../ingest/notifySites.ts';
import { beginChange } from '../../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../../platform/handler.ts';

const TRANSITIONS: Record<RolloutAnswer, { state: RolloutState; what: RolloutAction }> = {
  pause: { state: 'paused', what: 'paused' },
  resume: { state: 'running', what: 'resumed' },
  stop: { state: 'stopped', what: 'stopped' },
};

export const configurationOtaRolloutAnswer: Handler<'configuration/ota/rollout/answer'> = async (
  { id, answer, revision },
  caller,
) => {
  const { sql, session, at, noteAudit } = caller;
  const { userId, companyId } = session;
  assertMayControl(session);
  const [visible] = await rolloutsWhere(sql, sql`u.id = ${id} and ${accessibleRollouts(sql, session)}`);
  if (!visible) throw new ApiError('rolloutNotFound');
  if (!mayRollOut(session)) throw new ApiError('forbidden');
  if (answer === 'resume' && !isStrong(session)) {
    const sites = await sql<{ sid: string }[]>`select distinct sid from rollout_devices where rollout_id = ${id}`;
    for (const { sid } of sites) await assertSimulated(sql, session, { sid });
  }
  await beginChange(sql, 'rollouts');
  const before = (await lockRollout(sql, id))!;
  const { state, what } = TRANSITIONS[answer];
  let after: Rollout = before;
  // Already in the requested state, as for a repeated request: left unchanged.
  if (before.state !== state) {
    if (before.state === 'stopped' || before.state === 'finished') throw new ApiError('rolloutEnded');
    if (before.revision !== revision) throw new ApiError('rolloutAnswered');
    // From now on it acts on behalf of the user who resumes it.
    const actor = answer === 'resume' ? { actsBy: userId, actsFor: companyId } : {};
    const endedAt = answer === 'stop' ? at : null;
    const entry = { what, at: at.toISOString(), by: userId, wave: before.wave, reason: '' as const };
    after = { ...before, ...actor, state, reason: '', endedAt, watchFrom: null, revision: before.revision + 1 };
    await sql`
      update rollouts set state = ${state}, reason = '', acts_by = ${after.actsBy}, acts_for = ${after.actsFor},
        ended_at = ${endedAt}, watch_from = null, revision = ${after.revision},
        history = ${historyWith(before, entry)}::text::jsonb
      where id = ${id}`;
    await sql`select pg_notify(${NOTIFY_CHANNEL}, ${rolloutChannel(id)})`;
  }
  noteAudit({ object: `rollout ${id}`, before: { state: before.state }, after: { answer, state } });
  const { list } = await presentRollouts(caller, [after]);
  return { rollout: list[0]! };
};
