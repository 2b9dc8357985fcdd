// Reads limit rules of plants and presents them in calls.

import type { Response } from '@heliograph/contract/calls.ts';
import { isSameValue } from '@heliograph/contract/commands.ts';
import { LIMIT_RETURN_S, type LimitCause } from '@heliograph/contract/limitRules.ts';
import type { Site } from '../../access/accessibleSite.ts';
import { emailById } from '../../access/namedPeople.ts';
import { seesDevices } from '../../access/pageModules.ts';
import type { CallContext } from '../../context.ts';
import { priceOn } from '../../energy/money/priceOn.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import { isoOf } from '../../platform/calendar/times.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { controlState, readControlSwitch } from '../controlRights.ts';
import { type Producer, producersOf } from './limitedDevices.ts';
import type { LimitRule } from './rules/limitRule.ts';

export interface StoredRule extends LimitRule {
  sid: string;
  setBy: number | null;
  companyId: number | null;
  setAt: Date;
  revision: number;
  percent: number | null;
  cause: LimitCause;
  changedAt: Date | null;
  checkedAt: Date | null;
}

export const ruleColumns = (sql: Sql | Transaction) => sql`
  r.sid, r.kind, r.most, r.most_unit, r.by_meter, r.price_of, r.below, r.limit_percent, r.safe_percent, r.set_by, r.company_id, r.set_at,
  r.revision, r.percent, r.cause, r.changed_at, r.checked_at`;

export async function ruleOf(sql: Transaction, sid: string): Promise<StoredRule | undefined> {
  const [row] = await sql<StoredRule[]>`select ${ruleColumns(sql)} from limit_rules r where r.sid = ${sid}`;
  return row;
}

export const isLimitedByRule = async (sql: Transaction, sid: string): Promise<boolean> =>
  ((await ruleOf(sql, sid))?.kind ?? 'none') !== 'none';

/** Returns the parameters to send to a device, by protocol names, which are also the values to read back. */
export function limitFor(
  { kind, safePercent }: Pick<LimitRule, 'kind' | 'safePercent'>,
  { hasFallback }: Pick<Producer, 'hasFallback'>,
  percent: number,
): Record<string, number> {
  // No fallback is needed when neither the limit nor the safe value limits anything.
  const sendsFallback = hasFallback && kind !== 'none' && !(percent === 100 && safePercent === 100);
  return {
    limitPercent: percent,
    ...(sendsFallback ? { returnPercent: safePercent, returnAfterS: LIMIT_RETURN_S } : {}),
  };
}

export const holdsLimit = (
  { reported }: Pick<Producer, 'reported'>,
  required: Readonly<Record<string, number>>,
): boolean =>
  Object.entries(required).every(
    ([name, value]) => reported[name] !== undefined && isSameValue(reported[name].value, value),
  );

/** Inverters regulate to within a few percent of their rated power, and a sample may be slightly older than the limit. */
const TOLERANCE_SHARE = 0.05;
const SETTLING_MS = 120_000;

/** Whether a device reports its limit as active but produces more. */
function exceedsLimit({ reported: { limitPercent }, producedW, ratedW }: Producer, at: Date): boolean {
  if (!limitPercent || producedW === null || ratedW <= 0) return false;
  const isSettled = at.getTime() - Date.parse(limitPercent.at) >= SETTLING_MS;
  return isSettled && producedW > ratedW * (limitPercent.value / 100 + TOLERANCE_SHARE);
}

/** Whether a meter or a hybrid inverter measures the plant's grid connection. */
export async function hasGridMeter(sql: Transaction, sid: string): Promise<boolean> {
  const rows = await sql`
    select from device_flow_spans f where f.sid = ${sid} and f.flow in ('fromGrid', 'toGrid')
    union all
    select from devices d join device_live l on l.sid = d.sid and l.sn = d.sn
    where d.sid = ${sid} and d.removed_at is null and l.flow_of = 'grid' limit 1`;
  return rows.length > 0;
}

/** Maximum listed devices that are not limited. */
const MAX_OTHERS = 50;

export async function presentRule(
  { sql, session, at }: Pick<CallContext, 'sql' | 'session' | 'at'>,
  site: Pick<Site, 'sid' | 'timezone' | 'currency' | 'powerMaxW' | 'changeable'>,
): Promise<Response<'site/limitRule'>> {
  const { sid, timezone, currency, powerMaxW, changeable } = site;
  const [stored, producers, hasMeter, price, control] = await Promise.all([
    ruleOf(sql, sid),
    seesDevices(session) ? producersOf(sql, sid, at) : [],
    hasGridMeter(sql, sid),
    priceOn(sql, sid, localDay(at.getTime(), timezone)),
    readControlSwitch(sql, sid),
  ]);
  const limited = producers.filter(({ why }) => why === null);
  const percent = stored?.percent ?? null;
  const holding =
    stored && percent !== null ? limited.filter((one) => holdsLimit(one, limitFor(stored, one, percent))) : [];
  return {
    rule: stored ? ruleFieldsOf(stored) : null,
    revision: stored?.revision ?? 0,
    setBy: changeable ? await emailById(sql, stored?.setBy ?? null) : '',
    setIso: stored ? isoOf(stored.setAt, timezone) : null,
    now: stored?.checkedAt
      ? {
          percent,
          cause: stored.cause,
          changedIso: isoOf(stored.changedAt, timezone),
          checkedIso: isoOf(stored.checkedAt, timezone),
        }
      : null,
    installedW: powerMaxW,
    hasMeter,
    hasPrices: price !== undefined,
    currency,
    timezone,
    control: controlState(session, control, changeable),
    counts: {
      limited: limited.length,
      holding: holding.length,
      above: holding.filter((one) => exceedsLimit(one, at)).length,
      returning: limited.filter(({ hasFallback }) => hasFallback).length,
    },
    others: producers.flatMap(({ sn, alias, why }) => (why === null ? [] : [{ sn, alias, why }])).slice(0, MAX_OTHERS),
  };
}

export const ruleFieldsOf = ({
  kind,
  most,
  mostUnit,
  byMeter,
  priceOf,
  below,
  limitPercent,
  safePercent,
}: LimitRule) => ({ kind, most, mostUnit, byMeter, priceOf, below, limitPercent, safePercent });
