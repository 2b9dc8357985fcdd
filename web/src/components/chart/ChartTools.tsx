// Tools above every chart: toggles of its lines, and buttons for zoom reset, table, CSV and PNG.
import { ActionIcon } from '@mantine/core';
import { IconChartLine, IconFileTypeCsv, IconPhotoDown, IconTable } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/loading.ts';
import { addTexts } from '../../i18n/start.ts';
import { Hint } from '../../ui/Hint.tsx';
import classes from './chart.module.css';
import { type InkName, inkVar } from './ink.ts';
import type { Dash } from './lines.ts';
import { dashArray } from './tooltip.ts';

export interface LegendEntry {
  name: string;
  label: string;
  ink: InkName;
  dash: Dash;
  isOn: boolean;
}

interface Props {
  legend: readonly LegendEntry[];
  /** Omitted when the legend has no toggles. */
  onToggle?: (name: string) => void;
  /** Addition to the legend: the meaning of patterns. */
  extra?: ReactNode;
  /** Zone of the chart's times. */
  zone: string;
  showsTable: boolean;
  onTable: () => void;
  onCsv: () => void;
  onPng: () => void;
  /** Omitted when there is nothing to zoom. */
  zoom: Omit<ComponentProps<typeof ZoomTools>, 'button'> | undefined;
  isInteractive: boolean;
}

/** Loaded once the chart is interactive. */
const ZoomTools = lazyPart(async () => {
  const [file] = await Promise.all([import('./zoomTools.tsx'), addTexts(['chartZoom'])]);
  return { default: file.ZoomTools };
});

function Mark({ ink, dash }: Pick<LegendEntry, 'ink' | 'dash'>) {
  return (
    <svg width="18" height="8" aria-hidden>
      <path d="M0 4H18" stroke={inkVar(ink)} strokeWidth="2.5" strokeDasharray={dashArray(dash)} />
    </svg>
  );
}

export function ChartTools(props: Props) {
  const { legend, onToggle, extra, zone, showsTable, onTable, onCsv, onPng, zoom, isInteractive } = props;
  const { t } = useTranslation();
  const tool = (label: string, icon: ReactNode, onClick: (() => void) | undefined) => (
    <Hint text={label}>
      <ActionIcon data-touch onClick={onClick} aria-label={label} disabled={!onClick} size={28}>
        {icon}
      </ActionIcon>
    </Hint>
  );
  const icon = { size: 18, stroke: 1.75 };
  return (
    <div className={classes.tools}>
      <div className={classes.legend}>
        {legend.map(({ name, label, ink, dash, isOn }) =>
          onToggle ? (
            <button key={name} type="button" aria-pressed={isOn} onClick={() => onToggle(name)}>
              <Mark ink={ink} dash={dash} />
              {label}
            </button>
          ) : (
            <span key={name}>
              <Mark ink={ink} dash={dash} />
              {label}
            </span>
          ),
        )}
        {extra}
      </div>
      <div className={classes.toolSide}>
        <span title={t('chart.zone', { zone })}>{zone.replaceAll('_', ' ')}</span>
        <div className={classes.toolButtons}>
          {zoom && isInteractive && (
            <Suspense>
              <ZoomTools {...zoom} button={tool} />
            </Suspense>
          )}
          {tool(
            t(showsTable ? 'chart.asChart' : 'chart.asTable'),
            showsTable ? <IconChartLine {...icon} /> : <IconTable {...icon} />,
            onTable,
          )}
          {tool(t('chart.csv'), <IconFileTypeCsv {...icon} />, onCsv)}
          {!showsTable && tool(t('chart.png'), <IconPhotoDown {...icon} />, onPng)}
        </div>
      </div>
    </div>
  );
}
