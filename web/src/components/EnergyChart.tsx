// Energy as a bar a day, month or year: gaps hatched, incomplete bars patterned, all of it as a table and a file.
import type { EChartsType } from 'echarts/core';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { energyOfKwh, full, inline } from '../format/numbers.ts';
import { Chart } from './chart/Chart.tsx';
import { ChartTable } from './chart/ChartTable.tsx';
import { ChartTools } from './chart/ChartTools.tsx';
import classes from './chart/chart.module.css';
import { type EnergySlot, energyOption, isGap, isIncomplete } from './chart/energyOption.ts';
import { saveCsv } from './csv.ts';
import { fileName, savePng } from './chart/exports.ts';
import { type Ink, inkVar, readInk } from './chart/ink.ts';
import { tooltipBox } from './chart/tooltip.ts';
import { completenessText, provenanceText, sourceText } from './provenanceText.ts';

interface Props {
  slots: readonly EnergySlot[];
  /** The plant's name, for the picture's text and the file's name. */
  name: string;
  /** The whole range in words. */
  range: string;
  height?: number;
}

export function EnergyChart({ slots, name, range, height = 280 }: Props) {
  const { t } = useTranslation();
  const [showsTable, setShowsTable] = useState(false);
  const [zoom, setZoom] = useState<{ range: string; window: [number, number] } | null>(null);
  const chart = useRef<EChartsType | null>(null);
  const window = zoom?.range === range ? zoom.window : null;
  const shown = window ? slots.slice(window[0], window[1] + 1) : slots;
  const compares = slots.some(({ previousKwh }) => previousKwh !== undefined);
  const first = shown[0]?.period;
  const last = shown.at(-1)?.period;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` is new each time; what it depends on is listed
  const option = useCallback(
    (ink: Ink, widthPx: number) =>
      energyOption(shown, {
        ink,
        widthPx,
        tooltip: (place) => {
          const slot = shown[place];
          if (!slot) return tooltipBox('', []);
          return tooltipBox(slot.longLabel, [
            {
              label: t('chart.line.production'),
              value: inline(energyOfKwh(slot.energyKwh)),
              color: inkVar('production'),
            },
            ...(slot.previousKwh === undefined
              ? []
              : [
                  {
                    label: t('chart.yearBefore'),
                    value: inline(energyOfKwh(slot.previousKwh)),
                    color: inkVar('borderStrong'),
                  },
                ]),
            ...(slot.provenance && !slot.isFuture ? [{ label: provenanceText(slot.provenance, t), value: '' }] : []),
          ]);
        },
      }),
    [slots, first, last, t],
  );

  const file = fileName(name, range);
  const past = slots.filter(({ isFuture }) => !isFuture);
  const total = slots.reduce((sum, { energyKwh }) => sum + (energyKwh ?? 0), 0);
  const label = t('chart.energyLabel', { name, range, total: inline(energyOfKwh(total)) });
  const columns = [
    { label: t('chart.period'), isText: true },
    { label: t('chart.line.production'), unit: 'kWh' },
    ...(compares ? [{ label: t('chart.yearBefore'), unit: 'kWh' }] : []),
    { label: t('provenance.completeness') },
    { label: t('provenance.source'), isText: true },
  ];
  const completeness = ({ provenance }: EnergySlot) =>
    provenance && provenance.source !== 'none' ? provenance.completeness : null;
  return (
    <div>
      <ChartTools
        legend={[
          { name: 'production', label: t('chart.line.production'), ink: 'production', dash: 'solid', isOn: true },
          ...(compares
            ? [
                {
                  name: 'before',
                  label: t('chart.yearBefore'),
                  ink: 'borderStrong',
                  dash: 'solid',
                  isOn: true,
                } as const,
              ]
            : []),
        ]}
        extra={
          <>
            {slots.some(isIncomplete) && (
              <span>
                <i className={classes.swatch} data-kind="incomplete" /> {t('chart.incomplete')}
              </span>
            )}
            {slots.some(isGap) && (
              <span>
                <i className={classes.swatch} data-kind="gap" /> {t('chart.noData')}
              </span>
            )}
          </>
        }
        showsTable={showsTable}
        onTable={() => setShowsTable(!showsTable)}
        onReset={window ? () => setZoom(null) : undefined}
        onCsv={() =>
          saveCsv(
            file,
            [
              t('chart.period'),
              `${t('chart.line.production')} (kWh)`,
              ...(compares ? [`${t('chart.yearBefore')} (kWh)`] : []),
              `${t('provenance.completeness')} (%)`,
              t('provenance.source'),
            ],
            past.map((slot) => {
              const share = completeness(slot);
              return [
                slot.period,
                slot.energyKwh,
                ...(compares ? [slot.previousKwh ?? null] : []),
                share === null ? null : Math.round(share * 1000) / 10,
                slot.provenance ? sourceText(slot.provenance.source, t) : '',
              ];
            }),
          )
        }
        onPng={() => chart.current && savePng(file, chart.current, readInk().surface)}
      />
      {showsTable ? (
        <ChartTable
          caption={label}
          height={height}
          columns={columns}
          rows={past.map((slot) => {
            const share = completeness(slot);
            return {
              key: slot.period,
              cells: [
                slot.longLabel,
                full(slot.energyKwh, 3),
                ...(compares ? [full(slot.previousKwh, 3)] : []),
                share === null ? '–' : completenessText(share),
                slot.provenance ? sourceText(slot.provenance.source, t) : '–',
              ],
            };
          })}
        />
      ) : (
        <Chart
          option={option}
          label={label}
          height={height}
          chartRef={chart}
          onReset={() => setZoom(null)}
          onBrush={(from, to) => {
            const start = window?.[0] ?? 0;
            setZoom({ range, window: [start + from, start + to] });
          }}
        />
      )}
    </div>
  );
}
