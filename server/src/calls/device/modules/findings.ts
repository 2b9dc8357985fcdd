// device/modules/findings: output of a module compared with its neighbours by day, and its open findings.
import { LEAST_COMPARED } from '@heliograph/contract/moduleFindings.ts';
import { accessibleModule } from '../../../access/accessibleModule.ts';
import { comparedModules } from '../../../energy/charts/moduleCurve.ts';
import { isoOf } from '../../../platform/calendar/times.ts';
import type { Handler } from '../../../platform/handler.ts';
import { kWhOf, moneyText } from '../../../platform/texts/numbers.ts';
import { judgedDaysOf } from '../../../problems/modules/judgedDays.ts';
import { findingTexts, openModuleFindings } from '../../../problems/modules/moduleFindings.ts';
import { neighboursOf } from '../../../problems/rules/moduleNeighbours.ts';

const SHOWN_DAYS = 14;
const hundredths = (share: number): number => Math.round(share * 100) / 100;

export const deviceModulesFindings: Handler<'device/modules/findings'> = async (request, caller) => {
  const { sql, language, at } = caller;
  const { device, input } = await accessibleModule(caller, request);
  const { sid, sn, timezone, currency } = device;
  const [modules, findings, days] = await Promise.all([
    comparedModules(sql, sid, at),
    openModuleFindings(sql, sid, sn),
    judgedDaysOf(sql, { sid, sn, input }, SHOWN_DAYS),
  ]);
  const current = modules.find((module) => module.sn === sn && module.input === input);
  const neighbours = current ? neighboursOf(current, modules).length : 0;
  return {
    sid,
    sn,
    input,
    timezone,
    neighbours,
    comparable: neighbours >= LEAST_COMPARED - 1,
    list: findings
      .filter((finding) => finding.input === input || finding.input === 0)
      .map((finding) => ({
        kind: finding.kind,
        cause: finding.cause,
        ...findingTexts(finding, language),
        sinceIso: isoOf(finding.openedAt, timezone),
        share: hundredths(finding.share),
        weekKwh: finding.week && kWhOf(finding.week.wh),
        weekMoney: moneyText(finding.week?.money ?? null, currency),
        other: finding.otherSn === null ? null : { sn: finding.otherSn, input: finding.otherInput ?? 0 },
      })),
    days: days.map(({ day, isCold, state, share, lostWh }) => ({
      day,
      state,
      share: share === null ? null : hundredths(share),
      lostKwh: state === null ? null : kWhOf(lostWh),
      isCold,
    })),
  };
};
