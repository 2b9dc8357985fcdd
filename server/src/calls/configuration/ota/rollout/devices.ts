// configuration/ota/rollout/devices: the devices of a roll-out in order of waves.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { RolloutStep } from '@heliograph/contract/rollouts.ts';
import { accessibleSites } from '../../../../access/accessibleSites.ts';
import { seesDevices } from '../../../../access/pageModules.ts';
import { accessibleRollouts } from '../../../../firmware/rollouts/accessibleRollouts.ts';
import { rolloutsWhere } from '../../../../firmware/rollouts/rolloutRows.ts';
import { allOf, contains, limitOffset, startsWith } from '../../../../platform/database/paging.ts';
import type { Handler } from '../../../../platform/handler.ts';

interface Row {
  sid: string;
  siteName: string;
  sn: string;
  wave: number;
  step: RolloutStep;
  reason: string;
  before: string;
  versionName: string;
  askedAt: Date | null;
  endedAt: Date | null;
}

export const configurationOtaRolloutDevices: Handler<'configuration/ota/rollout/devices'> = async (
  { id, page, filters: { keywords, step, wave } },
  { sql, session },
) => {
  const [rollout] = await rolloutsWhere(sql, sql`u.id = ${id} and ${accessibleRollouts(sql, session)}`);
  if (!rollout) throw new ApiError('rolloutNotFound');
  if (!seesDevices(session)) return { list: [], total: 0 };
  const condition = allOf(sql, [
    sql`d.rollout_id = ${id} and ${accessibleSites(sql, session)}`,
    step !== undefined && sql`d.step = ${step}`,
    wave !== undefined && sql`d.wave = ${wave}`,
    keywords !== undefined && sql`(${contains(sql, sql`s.name`, keywords)} or ${startsWith(sql, sql`d.sn`, keywords)})`,
  ]);
  const [rows, [count]] = await Promise.all([
    sql<Row[]>`
      select d.sid, s.name as site_name, d.sn, d.wave, d.step, d.reason, d.before, d.version_name, d.asked_at, d.ended_at
      from rollout_devices d join sites s on s.sid = d.sid where ${condition} order by d.wave, d.place ${limitOffset(sql, page)}`,
    sql<{ n: number }[]>`
      select count(*)::int as n from rollout_devices d join sites s on s.sid = d.sid where ${condition}`,
  ]);
  const list = rows.map(({ askedAt, endedAt, ...row }) => ({
    ...row,
    askedIso: askedAt?.toISOString() ?? null,
    endedIso: endedAt?.toISOString() ?? null,
  }));
  return { list, total: count!.n };
};
