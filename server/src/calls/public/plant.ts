// public/plant: a plant's public page. Figures come from the same functions as in site/overview; location and owner are not read.
import type { Response } from '@heliograph/contract/calls.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { publicSite } from '../../access/accessibleSite.ts';
import { benefitsOf } from '../../energy/benefits.ts';
import { peakOf, siteCurve, siteNow } from '../../energy/charts/powerCurve.ts';
import { plantNow } from '../../energy/flows/flowNow.ts';
import { energyOfPeriods } from '../../energy/periods/energyOfPeriods.ts';
import { plantFlowOf } from '../../energy/periods/presentProduction.ts';
import { provenanceOf } from '../../energy/periods/provenance.ts';
import { codeName } from '../../families/eventTexts.ts';
import { type Kind, producesEnergy } from '../../families/kinds.ts';
import { isNightAt, siteUploadS } from '../../live/rules/freshness.ts';
import { plantOfToken } from '../../plants/sharing/publicLinks.ts';
import { slotsOf } from '../../platform/calendar/daySlots.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import { standardPeriods } from '../../platform/calendar/timeBuckets.ts';
import { isoAt, isoOf } from '../../platform/calendar/times.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { Handler } from '../../platform/handler.ts';
import { networkOf } from '../../platform/limits/networks.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';
import { kWhText, wattsText } from '../../platform/texts/numbers.ts';
import { openProblems, worstProblem } from '../../problems/openProblems.ts';

const STEP_S = 300;

export const publicPlant: Handler<'public/plant'> = async ({ token }, { context, sql, address, at, language }) => {
  await countAttempt(context, 'publicPages', networkOf(address));
  const link = await plantOfToken(sql, token, at);
  if (!link) throw new ApiError('publicPageNotFound');
  const page = await sql.begin('read only', (tx) => pageOf(tx, link, { at, language }));
  if (!page) throw new ApiError('publicPageNotFound');
  return page;
};

async function pageOf(
  sql: Transaction,
  { sid, title }: { sid: string; title: string },
  { at, language }: { at: Date; language: LanguageCode },
): Promise<Response<'public/plant'> | null> {
  const site = await publicSite(sql, sid, at);
  if (!site) return null;
  const { timezone, powerMaxW } = site;
  const day = localDay(at.getTime(), timezone);
  const slots = slotsOf(day, timezone, STEP_S);
  const kinds = await sql<{ kind: Kind }[]>`
    select distinct p.kind from devices d join products p on p.id = d.product_id where d.sid = ${sid} and d.removed_at is null`;
  const hasProducers = kinds.some(({ kind }) => producesEnergy(kind));
  const [nowW, flows, periods, curve, open] = await Promise.all([
    siteNow(sql, sid, at),
    plantNow(sql, site, hasProducers, at),
    energyOfPeriods(sql, site, standardPeriods(day), at),
    siteCurve(sql, site, slots, at),
    openProblems(sql, sid, { language }),
  ]);
  const [today, , month, year, total] = periods;
  const { problem, problems } = worstProblem(open);
  return {
    title: title || site.name,
    nowIso: isoAt(at.getTime(), timezone),
    day,
    powerMax: powerMaxW,
    now: wattsText(nowW),
    today: kWhText(today.energyWh),
    month: kWhText(month.energyWh),
    year: kWhText(year.energyWh),
    total: kWhText(total.energyWh),
    co2: benefitsOf(total.energyWh).co2,
    provenance: provenanceOf(today, site, day, at.getTime()),
    flow: plantFlowOf(flows, powerMaxW),
    curve: { xAxisIso: slots.xAxisIso, data: curve.powersW },
    peak: peakOf(curve.powersW, slots, timezone, { powerW: nowW, at: site.at }),
    hasDevices: kinds.length > 0,
    problems,
    problem: problem && { code: problem.code, level: problem.level, title: codeName(problem.code, language) },
    isNight: isNightAt(at, site),
    lastUpdateIso: isoOf(site.at, timezone),
    expectedUploadS: siteUploadS(site),
  };
}
