// configuration/ota/rollout/detail: one roll-out with its plan, waves and history.
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleRollouts } from '../../../../firmware/rollouts/accessibleRollouts.ts';
import { emailsOf, presentRollouts, rolloutsWhere } from '../../../../firmware/rollouts/rolloutRows.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const configurationOtaRolloutDetail: Handler<'configuration/ota/rollout/detail'> = async ({ id }, caller) => {
  const { sql, session } = caller;
  const [rollout] = await rolloutsWhere(sql, sql`u.id = ${id} and ${accessibleRollouts(sql, session)}`);
  if (!rollout) throw new ApiError('rolloutNotFound');
  const { plan, watchFrom, waves, history } = rollout;
  const { list, counts } = await presentRollouts(caller, [rollout]);
  const emails = await emailsOf(
    sql,
    history.map(({ by }) => by),
  );
  const isWatched = rollout.state === 'running' && watchFrom !== null;
  return {
    rollout: {
      ...list[0]!,
      plan,
      watchedIso: isWatched ? new Date(watchFrom.getTime() + plan.watchMin * 60_000).toISOString() : null,
    },
    waves: Array.from({ length: waves }, (_, wave) => ({
      counts: Object.fromEntries(counts.filter((one) => one.wave === wave).map(({ step, n }) => [step, n])),
    })),
    history: history.toReversed().map(({ what, at, by, wave, reason }) => ({
      what,
      atIso: at,
      wave,
      reason,
      by: by === null ? '' : (emails.get(by) ?? ''),
    })),
  };
};
