// All figures of the energy view, newest first, with their sum: each says how it was obtained and how complete it is.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Comparison } from '@heliograph/contract/entities/statistics.ts';
import type { Flow } from '@heliograph/contract/flows.ts';
import { useTranslation } from 'react-i18next';
import { ChartTable } from '../../../components/chart/ChartTable.tsx';
import type { EnergySlot } from '../../../components/chart/energyOption.ts';
import { lineLabel } from '../../../components/chart/lines.ts';
import type { FlowLine } from '../../../components/FlowBars.tsx';
import { completenessCell, sourceText } from '../../../components/provenanceText.ts';
import { amountOf, changeText, DASH, fixed, wireNumber } from '../../../format/numbers.ts';
import { usePermission } from '../../../session/session.ts';
import { Card } from '../../../ui/Card.tsx';

const MONEY_WORDS = {
  worth: 'plant.money',
  importCost: 'plant.bought',
  fixedCharge: 'plant.fixedCharge',
} as const;
/** Figures of the balance by the names of their series. */
const FLOW_OF: Record<string, Exclude<Flow, 'production' | 'generator'>> = {
  Consumption: 'home',
  'From grid': 'fromGrid',
  'To grid': 'toGrid',
  Charge: 'charge',
  Discharge: 'discharge',
};

interface Props {
  slots: readonly EnergySlot[];
  /** What the plant measures beside its production, production first; null: nothing. */
  flows: readonly FlowLine[] | null;
  /** The server's own sums. */
  total: Response<'site/statistics/date'> | undefined;
  /** The same days of both years, of the whole range; null: there are none. */
  comparison: Comparison;
  range: string;
  currency: string;
}

export function EnergyTable({ slots, flows, total, comparison, range, currency }: Props) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const compares = slots.some(({ previousKwh }) => previousKwh !== undefined);
  const shown = (['worth', 'importCost', 'fixedCharge'] as const).filter((part) =>
    slots.some((slot) => (slot.money?.[part] ?? null) !== null),
  );
  const beside = (flows ?? []).slice(1);
  const ofPeriod = new Map(
    beside.map(({ name, slots: of }) => [name, new Map(of.map(({ period, energyKwh }) => [period, energyKwh]))]),
  );
  const past = slots.filter(({ isOutside }) => !isOutside).toReversed();
  const moneyOf = (part: (typeof shown)[number]) =>
    part === 'worth' ? wireNumber(total?.economic) : total?.money?.[part];
  const sums = total && {
    key: 'total',
    cells: [
      t('plant.total'),
      fixed(wireNumber(total.power), 2),
      ...(compares
        ? [
            fixed(comparison?.before, 2),
            comparison?.before ? changeText(comparison.energy / comparison.before - 1) : DASH,
          ]
        : []),
      ...beside.map(({ name }) => fixed(total.balance?.[FLOW_OF[name]!].energy, 2)),
      ...shown.map((part) => (showsMoney ? amountOf(moneyOf(part), currency) : DASH)),
      completenessCell(total.provenance),
      sourceText(total.provenance.source, t),
    ],
  };
  return (
    <Card flush title={t('plant.table')} note={range}>
      <ChartTable
        hasCards
        // Five years of months scroll in their own frame.
        height={past.length > 31 ? 640 : undefined}
        caption={`${t('plant.table')} ${range}`}
        columns={[
          { label: t('chart.period'), isText: true },
          { label: t('chart.line.production'), unit: 'kWh' },
          ...(compares ? [{ label: t('chart.yearBefore'), unit: 'kWh' }, { label: t('plant.change') }] : []),
          ...beside.map(({ name }) => ({ label: lineLabel(name, t), unit: 'kWh' })),
          ...shown.map((part) => ({ label: t(MONEY_WORDS[part]), unit: currency })),
          { label: t('provenance.completeness') },
          { label: t('provenance.source'), isText: true },
        ]}
        rows={[
          ...(sums ? [sums] : []),
          ...past.map(({ period, longLabel, energyKwh, previousKwh, change, provenance, money: of }) => ({
            key: period,
            cells: [
              longLabel,
              fixed(energyKwh, 2),
              ...(compares
                ? [fixed(previousKwh, 2), change === undefined || change === null ? DASH : changeText(change)]
                : []),
              ...beside.map(({ name }) => fixed(ofPeriod.get(name)?.get(period), 2)),
              ...shown.map((part) => amountOf(of?.[part], currency)),
              completenessCell(provenance),
              provenance ? sourceText(provenance.source, t) : DASH,
            ],
          })),
        ]}
      />
    </Card>
  );
}
