// Energy as one bar per day, month or year: gaps hatched, incomplete bars patterned; also as a table and a file.
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DASH, energyLike, energyOfKwh, full, inline } from '../format/numbers.ts';
import { bars } from './chart/barsLoaded.ts';
import { type ChartContent, ChartFrame } from './chart/ChartFrame.tsx';
import { type EnergySlot, energyOption } from './chart/energyOption.ts';
import { inkVar } from './chart/ink.ts';
import { Patterns } from './chart/Patterns.tsx';
import { tooltipBox } from './chart/tooltip.ts';
import { completenessCell, provenanceText, sourceText } from './provenanceText.ts';

interface Props {
  /** Undefined while loading. */
  slots: readonly EnergySlot[] | undefined;
  /** The plant's name, for the chart's text alternative and the file name. */
  name: string;
  /** The whole range as text. */
  range: string;
  /** Zone of the days and months. */
  timeZone: string;
  height?: number;
  error?: unknown;
  onRetry?: () => void;
  /** What the grey bars are; by default the same days of the year before. */
  comparedLabel?: string | undefined;
  /** Opens the period of a bar. */
  onPick?: ((slot: number) => void) | undefined;
}

export function EnergyChart({ slots, name, range, comparedLabel, timeZone, height = 280, ...rest }: Props) {
  const { t } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the slots are rebuilt on each render; their JSON shows whether they differ
  const content = useMemo<ChartContent | undefined>(
    () => slots && contentOf(slots, { name, range, comparedLabel }, t),
    [JSON.stringify(slots), name, range, comparedLabel, t],
  );
  return (
    <ChartFrame
      content={content}
      name={name}
      range={range}
      timeZone={timeZone}
      height={height}
      emptyText={t('chart.noDataOfRange')}
      parts={bars}
      {...rest}
    />
  );
}

function contentOf(
  slots: readonly EnergySlot[],
  { name, range, comparedLabel }: Pick<Props, 'name' | 'range' | 'comparedLabel'>,
  t: TFunction,
): ChartContent {
  const hasPrevious = slots.some(({ previousKwh }) => previousKwh !== undefined);
  const total = slots.reduce((sum, { energyKwh }) => sum + (energyKwh ?? 0), 0);
  return {
    legend: [
      { name: 'production', label: t('chart.line.production'), ink: 'production', dash: 'solid' },
      ...(hasPrevious
        ? [
            {
              name: 'before',
              label: comparedLabel ?? t('chart.yearBefore'),
              ink: 'borderStrong',
              dash: 'solid',
            } as const,
          ]
        : []),
    ],
    extra: <Patterns slots={slots} />,
    label: t('chart.energyLabel', { name, range, total: inline(energyOfKwh(total)) }),
    columns: [
      { label: t('chart.period'), isText: true },
      { label: t('chart.line.production'), unit: 'kWh' },
      ...(hasPrevious ? [{ label: comparedLabel ?? t('chart.yearBefore'), unit: 'kWh' }] : []),
      { label: t('provenance.completeness'), unit: '%' },
      { label: t('provenance.source'), isText: true },
    ],
    isLeftOut: (slot) => slots[slot]?.isOutside ?? true,
    rows: slots.map((slot) => {
      const { provenance } = slot;
      const share = provenance && provenance.source !== 'none' ? provenance.completeness : null;
      return {
        key: slot.period,
        cells: () => [
          slot.longLabel,
          full(slot.energyKwh, 3),
          ...(hasPrevious ? [full(slot.previousKwh, 3)] : []),
          completenessCell(provenance),
          provenance ? sourceText(provenance.source, t) : DASH,
        ],
        values: [
          slot.period,
          slot.energyKwh,
          ...(hasPrevious ? [slot.previousKwh ?? null] : []),
          share === null ? null : Math.round(share * 1000) / 10,
          provenance ? sourceText(provenance.source, t) : '',
        ],
      };
    }),
    option: (ink, widthPx, { isOn, window }) => {
      const shown = (window ? slots.slice(window[0], window[1] + 1) : slots).map((slot) => ({
        ...slot,
        ...(isOn('production') ? {} : { energyKwh: null, isOutside: true }),
        ...(isOn('before') ? {} : { previousKwh: undefined }),
      }));
      return energyOption(shown, {
        ink,
        widthPx,
        tooltip: (index) => tooltipOf(shown[index], comparedLabel, t),
      });
    },
  };
}

function tooltipOf(slot: EnergySlot | undefined, comparedLabel: string | undefined, t: TFunction): HTMLElement {
  if (!slot) return tooltipBox('', []);
  return tooltipBox(slot.longLabel, [
    {
      label: t('chart.line.production'),
      value: inline(energyLike(slot.energyKwh, [slot.previousKwh])),
      color: inkVar('production'),
    },
    ...(slot.previousKwh === undefined
      ? []
      : [
          {
            label: comparedLabel ?? t('chart.yearBefore'),
            value: inline(energyLike(slot.previousKwh, [slot.energyKwh])),
            color: inkVar('borderStrong'),
          },
        ]),
    ...(slot.provenance && !slot.isOutside ? [{ label: provenanceText(slot.provenance, t), value: '' }] : []),
  ]);
}
