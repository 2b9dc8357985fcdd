// Energies of several flows as mirrored stacks, one per day, month or year: what supplied the home above zero, export and charging below; gaps hatched, incomplete bars patterned; also as a table and a file.
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { energyLike, energyOfKwh, full, inline } from '../format/numbers.ts';
import { bars } from './chart/barsLoaded.ts';
import { type ChartContent, ChartFrame } from './chart/ChartFrame.tsx';
import { type EnergySlot, isIncomplete } from './chart/energyOption.ts';
import { extentOf, flowOption, type Ghost } from './chart/flowOption.ts';
import { type InkName, inkVar } from './chart/ink.ts';
import { lineLabel, lineLook } from './chart/lines.ts';
import { mirrored, sumsOf } from './chart/mirrored.ts';
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
  /** Another period to compare with, drawn as grey bars. */
  compared?: ComparedLines | undefined;
  timeZone: string;
  height: number;
  error?: unknown;
  onRetry?: () => void;
  /** Opens the period of a bar. */
  onPick?: ((slot: number) => void) | undefined;
}

export function FlowBars({ lines, name, range, compared, ...rest }: Props) {
  const { t } = useTranslation();
  const content = useMemo(
    () => lines && contentOf(lines, { name, range, compared }, t),
    [lines, name, range, compared, t],
  );
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

/** Lines of another period, in slots of the same number. */
export interface ComparedLines {
  label: string;
  lines: readonly FlowLine[];
}

const lookOf = <Line extends FlowLine>(line: Line, t: TFunction) => ({
  ...line,
  label: lineLabel(line.name, t),
  ink: lineLook(line.name, 'kWh').ink,
});

function contentOf(
  lines: readonly FlowLine[],
  { name, range, compared }: Pick<Props, 'name' | 'range' | 'compared'>,
  t: TFunction,
): ChartContent {
  const looks = lines.map((line) => lookOf(line, t));
  const drawn = mirrored(lines).map((line) => ({
    ...lookOf(line, t),
    ...(line.isDirect && { label: t('chart.solarDirect') }),
  }));
  const comparedLines = compared && mirrored(compared.lines);
  const ghost: Ghost | undefined = comparedLines && {
    above: sumsOf(comparedLines, false),
    below: sumsOf(comparedLines, true),
  };
  const periods = looks[0]?.slots ?? [];
  return {
    legend: [
      ...drawn.map(({ name: line, label, ink }) => ({ name: line, label, ink, dash: 'solid' as const })),
      ...(compared
        ? [{ name: 'before', label: compared.label, ink: 'borderStrong' as const, dash: 'solid' as const }]
        : []),
    ],
    extra: <Patterns slots={[...extentOf(drawn), ...looks.flatMap(({ slots }) => slots.filter(isIncomplete))]} />,
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
      const [from, to] = window ?? [0, periods.length - 1];
      const cut = <T,>(values: readonly T[]): T[] => values.slice(from, to + 1);
      const shown = drawn.filter((line) => isOn(line.name)).map((line) => ({ ...line, slots: cut(line.slots) }));
      // Every figure of the period, also those of which the stacks are computed.
      const rows = [...drawn.filter(({ isDirect }) => isDirect), ...looks];
      const drawing = {
        ink,
        widthPx,
        tooltip: (index: number) => tooltipOf(rows, from + index, compared, t),
      };
      return flowOption(
        shown,
        drawing,
        ghost && isOn('before') ? { above: cut(ghost.above), below: cut(ghost.below) } : undefined,
      );
    },
  };
}

function tooltipOf(
  rows: readonly { label: string; ink: InkName; slots: FlowLine['slots'] }[],
  slot: number,
  compared: ComparedLines | undefined,
  t: TFunction,
): HTMLElement {
  const others = compared?.lines ?? [];
  const kWhOf = ({ slots }: Pick<FlowLine, 'slots'>) => slots[slot]?.energyKwh;
  const like = [...rows, ...others].map(kWhOf);
  return tooltipBox(rows[0]?.slots[slot]?.longLabel ?? '', [
    ...rows.map((row) => ({ label: row.label, value: inline(energyLike(kWhOf(row), like)), color: inkVar(row.ink) })),
    ...others
      .filter(({ slots }) => slots[slot] !== undefined)
      .map((line) => ({
        label: `${line.slots[slot]!.longLabel}: ${lineLabel(line.name, t)}`,
        value: inline(energyLike(kWhOf(line), like)),
        color: inkVar('borderStrong'),
      })),
  ]);
}

const shareOf = ({ provenance }: EnergySlot): number | null =>
  provenance && provenance.source !== 'none' ? provenance.completeness : null;
const percentOf = (slot: EnergySlot): number | null => {
  const share = shareOf(slot);
  return share === null ? null : Math.round(share * 1000) / 10;
};
