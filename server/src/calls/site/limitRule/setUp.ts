// site/limitRule/setUp: sets the rule that limits a plant's output; the job that applies it runs immediately.
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleSite } from '../../../access/accessibleSite.ts';
import { lockEditableSite } from '../../../access/lockSite.ts';
import { seesDevices } from '../../../access/pageModules.ts';
import { assertMayControl, assertSimulated, readControlSwitch } from '../../../commands/controlRights.ts';
import { producersOf } from '../../../commands/limitRules/limitedDevices.ts';
import { hasGridMeter, presentRule, ruleFieldsOf, ruleOf } from '../../../commands/limitRules/limitRuleRows.ts';
import { priceOn } from '../../../energy/money/priceOn.ts';
import { localDay } from '../../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../../platform/handler.ts';

export const siteLimitRuleSetUp: Handler<'site/limitRule/setUp'> = async (
  { sid, revision: expectedRevision, ...rule },
  caller,
) => {
  const { sql, session, at } = caller;
  const { timezone } = await lockEditableSite(sql, session, sid);
  // Users who cannot see prices or devices would set the rule blindly.
  const isBlind = rule.kind === 'price' && !session.permissions.has('SiteMoney');
  if (!seesDevices(session) || isBlind) throw new ApiError('forbidden');
  assertMayControl(session);
  await assertSimulated(sql, session, { sid });
  if ((await readControlSwitch(sql, sid)).offAt) throw new ApiError('controlIsOff');
  const before = await ruleOf(sql, sid);
  if (expectedRevision !== undefined && expectedRevision !== (before?.revision ?? 0))
    throw new ApiError('limitRuleHasChanged');
  if (rule.kind !== 'none') {
    const producers = await producersOf(sql, sid, at);
    if (!producers.some(({ why }) => why === null)) throw new ApiError('nothingToLimit');
    if (rule.byMeter && !(await hasGridMeter(sql, sid))) throw new ApiError('noGridMeter');
    const hasPrices = rule.kind !== 'price' || (await priceOn(sql, sid, localDay(at.getTime(), timezone)));
    if (!hasPrices) throw new ApiError('noHourPrices');
  }
  const { kind, most, mostUnit, byMeter, priceOf, below, limitPercent, safePercent } = rule;
  const { userId, companyId } = session;
  const revision = (before?.revision ?? 0) + 1;
  if (before)
    await sql`
      update limit_rules set kind = ${kind}, most = ${most}, most_unit = ${mostUnit}, by_meter = ${byMeter}, price_of = ${priceOf},
        below = ${below}, limit_percent = ${limitPercent}, safe_percent = ${safePercent}, set_by = ${userId}, company_id = ${companyId},
        set_at = ${at}, revision = ${revision}, changed_at = null, due_at = ${at}
      where sid = ${sid}`;
  else
    await sql`
      insert into limit_rules (sid, kind, most, most_unit, by_meter, price_of, below, limit_percent, safe_percent, set_by, company_id,
        set_at, revision, due_at)
      values (${sid}, ${kind}, ${most}, ${mostUnit}, ${byMeter}, ${priceOf}, ${below}, ${limitPercent}, ${safePercent}, ${userId},
        ${companyId}, ${at}, ${revision}, ${at})`;
  caller.noteAudit({
    object: sid,
    before: before ? ruleFieldsOf(before) : {},
    after: ruleFieldsOf(rule),
  });
  return await presentRule(caller, await accessibleSite(caller, sid));
};
