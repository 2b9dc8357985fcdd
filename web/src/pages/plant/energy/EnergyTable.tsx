// All figures of the energy view as a table, newest first, below their sum, each with its source and completeness.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Comparison } from '@heliograph/contract/entities/statistics.ts';
import type { Flow } from '@heliograph/contract/flows.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ChartTable } from '../../../components/chart/ChartTable.tsx';
import type { EnergySlot } from '../../../components/chart/energyOption.ts';
import { lineLabel } from '../../../components/chart/lines.ts';
import type { FlowLine } from '../../../components/FlowBars.tsx';
import { figureOfFlow } from '../../../components/plant/Doubtful.tsx';
import { completenessCell, sourceText } from '../../../components/provenanceText.ts';
import { amountOf, changeText, DASH, fixed, wireNumber } from '../../../format/numbers.ts';
import type { Destination } from '../../../links.ts';
import { usePermission } from '../../../session/session.ts';
import { Card } from '../../../ui/Card.tsx';

const MONEY_LABELS = {
  worth: 'plant.money',
  importCost: 'plant.bought',
  fixedCharge: 'plant.fixedCharge',
} as const;
/** Flows of the balance by series name. */
const FLOW_BY_SERIES: Record<string, Exclude<Flow, 'production' | 'generator'>> = {
  Consumption: 'home',
  'From grid': 'fromGrid',
  'To grid': 'toGrid',
  Charge: 'charge',
  Discharge: 'discharge',
};

interface Props {
  slots: readonly EnergySlot[];
  /** Measured flows, production first; null: only production is measured. */
  flows: readonly FlowLine[] | null;
  /** Sums as computed by the server. */
  total: Response<'site/statistics/date'> | undefined;
  /** Energy of the whole range in both years, on the days both have; null: no such days. */
  comparison: Comparison;
  range: string;
  currency: string;
  /** What is compared with; by default the same days of the year before. */
  comparedLabel?: string | undefined;
  /** Where a period leads, such as the curve of a day. */
  linkOf?: ((period: string) => Destination) | undefined;
}

export function EnergyTable({ slots, flows, total, comparison, range, currency, comparedLabel, linkOf }: Props) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const compares = slots.some(({ previousKwh }) => previousKwh !== undefined);
  const moneyParts = (['worth', 'importCost', 'fixedCharge'] as const).filter((part) =>
    slots.some((slot) => (slot.money?.[part] ?? null) !== null),
  );
  const otherFlows = (flows ?? []).slice(1);
  const energyByPeriod = new Map(
    otherFlows.map(({ name, slots: flowSlots }) => [
      name,
      new Map(flowSlots.map(({ period, energyKwh }) => [period, energyKwh])),
    ]),
  );
  const past = slots.filter(({ isOutside }) => !isOutside).toReversed();
  const moneyOf = (part: (typeof moneyParts)[number]) =>
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
      ...otherFlows.map(({ name }) => fixed(total.balance?.[FLOW_BY_SERIES[name]!].energy, 2)),
      ...moneyParts.map((part) => (showsMoney ? amountOf(moneyOf(part), currency) : DASH)),
      completenessCell(total.provenance),
      sourceText(total.provenance.source, t),
    ],
  };
  return (
    <Card flush title={t('plant.table')} note={range}>
      <ChartTable
        hasCards
        fold={{
          rows: sums ? 1 : 0,
          more: linkOf ? t('plant.showDays') : t('plant.showAll', { count: past.length }),
          fewer: t('plant.showFewer'),
        }}
        // Five years of months scroll in their own frame.
        height={past.length > 31 ? 640 : undefined}
        caption={`${t('plant.table')} ${range}`}
        columns={[
          { label: t('chart.period'), isText: true },
          { label: t('chart.line.production'), unit: 'kWh', figures: ['production'] },
          ...(compares
            ? [{ label: comparedLabel ?? t('chart.yearBefore'), unit: 'kWh' }, { label: t('plant.change') }]
            : []),
          ...otherFlows.map(({ name }) => ({
            label: lineLabel(name, t),
            unit: 'kWh',
            figures: figureOfFlow(FLOW_BY_SERIES[name] ?? ''),
          })),
          ...moneyParts.map((part) => ({ label: t(MONEY_LABELS[part]), unit: currency, figures: ['money'] as const })),
          { label: t('provenance.completeness') },
          { label: t('provenance.source'), isText: true },
        ]}
        rows={[
          ...(sums ? [sums] : []),
          ...past.map(({ period, longLabel, energyKwh, previousKwh, change, provenance, money }) => ({
            key: period,
            head: linkOf && <Link {...linkOf(period)}>{longLabel}</Link>,
            cells: [
              longLabel,
              fixed(energyKwh, 2),
              ...(compares
                ? [fixed(previousKwh, 2), change === undefined || change === null ? DASH : changeText(change)]
                : []),
              ...otherFlows.map(({ name }) => fixed(energyByPeriod.get(name)?.get(period), 2)),
              ...moneyParts.map((part) => amountOf(money?.[part], currency)),
              completenessCell(provenance),
              provenance ? sourceText(provenance.source, t) : DASH,
            ],
          })),
        ]}
      />
    </Card>
  );
}
