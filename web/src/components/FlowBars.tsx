// Energies of several flows as adjacent bars, one group per day, month or year: gaps hatched, incomplete bars patterned; also as a table and a file.
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { energyLike, energyOfKwh, full, inline } from '../format/numbers.ts';
import { bars } from './chart/barsLoaded.ts';
import { type ChartContent, ChartFrame } from './chart/ChartFrame.tsx';
import { type EnergySlot, isIncomplete } from './chart/energyOption.ts';
import { flowOption, greatestOf } from './chart/flowOption.ts';
import { inkVar } from './chart/ink.ts';
import { lineLabel, lineLook } from './chart/lines.ts';
import { Patterns } from './chart/Patterns.tsx';
import { tooltipBox } from './chart/tooltip.ts';
import { completenessCell } from './provenanceText.ts';

export interface FlowLine {
  /** Wire name. */
  name: string;
  /** The same periods in every line. */
  slots: readonly EnergySlot[];
}

interface Props {
  /** Undefined while loading. */
  lines: readonly FlowLine[] | undefined;
  /** The device's name, for the chart's text alternative and the file name. */
  name: string;
  /** The whole range as text. */
  range: string;
  timeZone: string;
  height: number;
  error?: unknown;
  onRetry?: () => void;
}

export function FlowBars({ lines, name, range, ...rest }: Props) {
  const { t } = useTranslation();
  const content = useMemo(() => lines && contentOf(lines, name, range, t), [lines, name, range, t]);
  return (
    <ChartFrame
      content={content}
      name={name}
      range={range}
      emptyText={t('chart.noDataOfRange')}
      parts={bars}
      {...rest}
    />
  );
}

function contentOf(lines: readonly FlowLine[], name: string, range: string, t: TFunction): ChartContent {
  const looks = lines.map((line) => ({
    name: line.name,
    slots: line.slots,
    label: lineLabel(line.name, t),
    ink: lineLook(line.name, 'kWh').ink,
  }));
  const periods = looks[0]?.slots ?? [];
  return {
    legend: looks.map(({ name: line, label, ink }) => ({ name: line, label, ink, dash: 'solid' })),
    extra: <Patterns slots={[...greatestOf(looks), ...looks.flatMap(({ slots }) => slots.filter(isIncomplete))]} />,
    label: t('chart.flowsLabel', {
      name,
      range,
      totals: looks
        .map(
          ({ label, slots }) =>
            `${label} ${inline(energyOfKwh(slots.reduce((sum, slot) => sum + (slot.energyKwh ?? 0), 0)))}`,
        )
        .join(', '),
    }),
    columns: [
      { label: t('chart.period'), isText: true },
      ...looks.flatMap(({ label }) => [
        { label, unit: 'kWh' },
        { label: t('chart.completeOf', { what: label }), unit: '%' },
      ]),
    ],
    isLeftOut: (slot) => periods[slot]?.isOutside ?? true,
    rows: periods.map(({ period, longLabel }, slot) => ({
      key: period,
      cells: () => [
        longLabel,
        ...looks.flatMap(({ slots }) => [full(slots[slot]!.energyKwh, 3), completenessCell(slots[slot]!.provenance)]),
      ],
      values: [period, ...looks.flatMap(({ slots }) => [slots[slot]!.energyKwh, percentOf(slots[slot]!)])],
    })),
    option: (ink, widthPx, { isOn, window }) => {
      const shown = looks
        .filter((line) => isOn(line.name))
        .map((line) => ({ ...line, slots: window ? line.slots.slice(window[0], window[1] + 1) : line.slots }));
      return flowOption(shown, {
        ink,
        widthPx,
        tooltip: (index) =>
          tooltipBox(
            shown[0]?.slots[index]?.longLabel ?? '',
            shown.map(({ label, ink: color, slots }) => ({
              label,
              value: inline(
                energyLike(
                  slots[index]?.energyKwh,
                  shown.map((line) => line.slots[index]?.energyKwh),
                ),
              ),
              color: inkVar(color),
            })),
          ),
      });
    },
  };
}

const shareOf = ({ provenance }: EnergySlot): number | null =>
  provenance && provenance.source !== 'none' ? provenance.completeness : null;
const percentOf = (slot: EnergySlot): number | null => {
  const share = shareOf(slot);
  return share === null ? null : Math.round(share * 1000) / 10;
};
