// Computes energy and money of a day, month, year or the lifetime of a site or of one of its devices, for both statistics calls.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import type { PeriodStatistics } from '@heliograph/contract/entities/statistics.ts';
import type { CallContext } from '../../context.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import { kWhText, moneyText } from '../../platform/texts/numbers.ts';
import { periodOf } from '../charts/chartPeriods.ts';
import { setPrices } from '../money/priceOn.ts';
import { type SetPrices, valuationBasisOf } from '../money/valuationBasis.ts';
import { energyOfPeriods } from './energyOfPeriods.ts';
import { type Measured, type PeriodEnergy, provenanceOf } from './provenance.ts';

type StatisticsSubject = Measured & { sid: string; sn?: string; timezone: string; currency: string };

/** Returns the statistics of a period. The caller has checked access to `of`. */
export async function periodStatistics(
  of: StatisticsSubject,
  { types, date }: Pick<ParsedRequest<'site/statistics/date'>, 'types' | 'date'>,
  { sql, at }: Pick<CallContext, 'sql' | 'at'>,
): Promise<PeriodStatistics> {
  const period = periodOf(types, date, localDay(at.getTime(), of.timezone));
  const [[energy], versions] = await Promise.all([energyOfPeriods(sql, of, [period], at), setPrices(sql, of.sid)]);
  return statisticsOf(energy, { ...of, versions }, at);
}

export function statisticsOf(
  energy: PeriodEnergy,
  of: Pick<StatisticsSubject, 'timezone' | 'currency'> & Measured & { versions: readonly SetPrices[] },
  at: Date,
): PeriodStatistics {
  const today = localDay(at.getTime(), of.timezone);
  return {
    power: kWhText(energy.energyWh),
    // Consumption needs a meter.
    consumption: '',
    economic: moneyText(energy.money, of.currency),
    powerUnit: 'kWh',
    consumptionUnit: 'kWh',
    economicUnit: of.currency,
    worthBasis: valuationBasisOf(energy, of.versions, today),
    provenance: provenanceOf(energy, of, today, at.getTime()),
  };
}
