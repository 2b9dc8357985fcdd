// Producers of a plant: whether a limit rule can limit them, the parameters they last reported, and their current power.
import type { NOT_LIMITED } from '@heliograph/contract/limitRules.ts';
import { functionsOf } from '../../devices/products/products.ts';
import { supportedActions } from '../../families/families.ts';
import { PRODUCING_KINDS } from '../../families/kinds.ts';
import { isFresh } from '../../live/rules/freshness.ts';
import { devicesWithLive, type LiveDevice, liveDevice } from '../../live/withLive.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { ReportedParameters } from '../commandRows.ts';

export interface Producer {
  sn: string;
  alias: string;
  gatewaySn: string;
  /** Rated power of its product, W; 0 when unknown. */
  ratedW: number;
  /** Why the rule does not limit it; null when it does. */
  why: (typeof NOT_LIMITED)[number] | null;
  /** Accepts a fallback limit that applies when renewals stop. */
  hasFallback: boolean;
  /** Whether it has reported recently, so that a command would reach it. */
  isAwake: boolean;
  /** Current power, W; null when it is offline in daylight. */
  producedW: number | null;
  reported: ReportedParameters;
}

/** Returns the producers of a plant by serial number; the caller has checked access to the plant. */
export async function producersOf(sql: Transaction, sid: string, at: Date): Promise<Producer[]> {
  const [rows, gateways, parameters] = await Promise.all([
    sql<
      (LiveDevice & {
        sn: string;
        alias: string;
        gatewaySn: string;
        ratedW: number;
        functions: string;
        gatewayProfile: string | null;
      })[]
    >`
      select d.sn, d.alias, coalesce(nullif(d.gateway_sn, ''), d.sn) as gateway_sn, p.rated_power_w as rated_w, p.functions::text as functions,
        gp.frame_profile as gateway_profile, ${liveDevice(sql, at)}
      from ${devicesWithLive(sql)} left join devices g on g.sid = d.sid and g.sn = d.gateway_sn and g.removed_at is null
        left join products gp on gp.id = case when d.gateway_sn = '' then d.product_id else g.product_id end
      where d.sid = ${sid} and d.removed_at is null and p.kind = any (${PRODUCING_KINDS}) order by d.sn`,
    sql<{ sn: string; limitReturn: boolean }[]>`select sn, limit_return from gateways where sid = ${sid}`,
    sql<{ sn: string; told: ReportedParameters }[]>`select sn, told from device_parameters where sid = ${sid}`,
  ]);
  const withFallback = new Set(gateways.filter(({ limitReturn }) => limitReturn).map(({ sn }) => sn));
  const reportedParameters = new Map(parameters.map((row) => [row.sn, row.told]));
  return rows.map(({ sn, alias, gatewaySn, ratedW, functions, gatewayProfile, ...live }) => {
    const isAwake = isFresh(live, at);
    const limit = functionsOf(functions).find(({ signal_mqtt }) => signal_mqtt === 'limit');
    const isOffered = limit !== undefined && supportedActions(gatewayProfile).includes('limit');
    return {
      sn,
      alias,
      gatewaySn,
      ratedW,
      isAwake,
      why: isOffered ? (limit.isProtected ? 'protected' : null) : 'notOffered',
      hasFallback: isOffered && withFallback.has(gatewaySn),
      producedW: isAwake ? live.powerW : live.isAsleep ? 0 : null,
      reported: reportedParameters.get(sn) ?? {},
    };
  });
}

/**
 * Rated power of `devices` together, W. Devices without a rating share the rest of the installed power evenly. Null when a
 * rating is unknown and so is the installed power.
 */
export function ratedTogether(
  devices: readonly Pick<Producer, 'ratedW'>[],
  all: readonly Pick<Producer, 'ratedW'>[],
  installedW: number,
): number | null {
  const knownW = all.reduce((sum, { ratedW }) => sum + ratedW, 0);
  const unknownCount = all.filter(({ ratedW }) => ratedW <= 0).length;
  const shareW = unknownCount === 0 ? 0 : Math.max(installedW - knownW, 0) / unknownCount || installedW / all.length;
  const parts = devices.map(({ ratedW }) => (ratedW > 0 ? ratedW : shareW));
  return parts.every((part) => part > 0) ? parts.reduce((sum, part) => sum + part, 0) : null;
}
