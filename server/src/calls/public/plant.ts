// public/plant: a plant's public page. Its figures are those of site/overview, by the same functions; what says where it is or whose is not read.
import type { Response } from '@heliograph/contract/calls.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { networkOf } from '../../addresses.ts';
import type { Transaction } from '../../db/connect.ts';
import { type Kind, producesEnergy } from '../../families/kinds.ts';
import { peakOf, siteCurve, siteNow } from '../../figures/curve.ts';
import { plantNow } from '../../figures/flowNow.ts';
import type { Handler } from '../../handler.ts';
import { countTry } from '../../limits.ts';
import { isNightAt, siteUploadS } from '../../rules/freshness.ts';
import { localDay } from '../../rules/localDays.ts';
import { energyOfPeriods } from '../../sql/energyOfPeriods.ts';
import { openedBy } from '../../sql/publicLinks.ts';
import { usualPeriods } from '../../sql/timeBuckets.ts';
import { publicSite } from '../../sql/visibleSite.ts';
import { benefitsOf } from '../../wire/benefits.ts';
import { kWhText, wattsText } from '../../wire/figures.ts';
import { plantFlowOf } from '../../wire/production.ts';
import { provenanceOf } from '../../wire/provenance.ts';
import { slotsOf } from '../../wire/slots.ts';
import { isoAt, isoOf } from '../../wire/times.ts';

const STEP_S = 300;

export const publicPlant: Handler<'public/plant'> = async ({ token }, { context, sql, address, at }) => {
  await countTry(context, 'publicPages', networkOf(address));
  const link = await openedBy(sql, token, at);
  if (!link) throw new Refusal('noSuchPublicPage');
  const told = await sql.begin('read only', (tx) => pageOf(tx as Transaction, link, at));
  if (!told) throw new Refusal('noSuchPublicPage');
  return told;
};

async function pageOf(
  sql: Transaction,
  { sid, title }: { sid: string; title: string },
  at: Date,
): Promise<Response<'public/plant'> | null> {
  const site = await publicSite(sql, sid, at);
  if (!site) return null;
  const { timezone, powerMaxW } = site;
  const day = localDay(at.getTime(), timezone);
  const slots = slotsOf(day, timezone, STEP_S);
  const kinds = await sql<{ kind: Kind }[]>`
    select distinct p.kind from devices d join products p on p.id = d.product_id where d.sid = ${sid} and d.removed_at is null`;
  const hasProducers = kinds.some(({ kind }) => producesEnergy(kind));
  const [nowW, flows, periods, curve] = await Promise.all([
    siteNow(sql, sid, at),
    plantNow(sql, site, hasProducers, at),
    energyOfPeriods(sql, site, usualPeriods(day), at),
    siteCurve(sql, site, slots, at),
  ]);
  const [today, , month, year, total] = periods as [P, P, P, P, P];
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
    isNight: isNightAt(at, site),
    lastUpdateIso: isoOf(site.at, timezone),
    expectedUploadS: siteUploadS(site),
  };
}

type P = Awaited<ReturnType<typeof energyOfPeriods>>[number];
