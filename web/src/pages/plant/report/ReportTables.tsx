// Tables of a report: its days or months, and its devices.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { ChartTable } from '../../../components/chart/ChartTable.tsx';
import { figureOfFlow } from '../../../components/plant/Doubtful.tsx';
import { completenessCell } from '../../../components/provenanceText.ts';
import { amountOf, fixed, full, percent } from '../../../format/numbers.ts';
import { usePermission } from '../../../session/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { rowLabels } from './reportSlots.ts';

type Report = Response<'site/report'>;
interface Props {
  report: Report;
  range: string;
}

/** Longer tables scroll inside a frame. */
const MAX_ROWS = 40;
const FRAME_PX = 640;
const FLOWS = ['home', 'fromGrid', 'toGrid', 'charge', 'discharge'] as const;

export function ReportRows({ report, range }: Props) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const { rows, rowsBy, currency } = report;
  if (rows.length < 2) return null;
  const title = t(rowsBy === 'day' ? 'report.byDay' : 'report.byMonth');
  const labels = rowLabels(report, true);
  const flows = FLOWS.filter((flow) => rows.some((row) => row[flow] !== null));
  return (
    <Card flush title={title} note={range}>
      <ChartTable
        hasCards
        fold={{
          rows: 0,
          more: rowsBy === 'day' ? t('plant.showDays') : t('plant.showAll', { count: rows.length }),
          fewer: t('plant.showFewer'),
        }}
        height={rows.length > MAX_ROWS ? FRAME_PX : undefined}
        caption={`${title} ${range}`}
        columns={[
          { label: t('chart.period'), isText: true },
          { label: t('report.energy'), unit: 'kWh', figures: ['production'] },
          { label: t('report.perPeak'), unit: t('report.perPeakUnit'), figures: ['production'] },
          { label: t('report.clearSky'), figures: ['production'] },
          ...(report.yearBefore ? [{ label: t('chart.yearBefore'), unit: 'kWh' }] : []),
          ...flows.map((flow) => ({ label: t(`report.${flow}`), unit: 'kWh', figures: figureOfFlow(flow) })),
          ...(showsMoney ? [{ label: t('report.worth'), unit: currency, figures: ['money'] as const }] : []),
          { label: t('report.completeness') },
        ]}
        rows={rows.map((row, index) => ({
          key: row.from,
          cells: [
            labels[index]!,
            fixed(row.energy, 2),
            fixed(row.specificYield, 2),
            percent(row.expected?.ratio),
            ...(report.yearBefore ? [fixed(row.yearBefore?.before, 2)] : []),
            ...flows.map((flow) => fixed(row[flow], 2)),
            ...(showsMoney ? [amountOf(row.worth, currency)] : []),
            completenessCell(row.provenance),
          ],
        }))}
      />
    </Card>
  );
}

export function ReportDevices({ report, range }: Props) {
  const { t } = useTranslation();
  const { devices } = report;
  if (devices.length === 0) return null;
  return (
    <Card flush title={t('report.devices')} note={range}>
      <ChartTable
        hasCards
        height={devices.length > MAX_ROWS ? FRAME_PX : undefined}
        caption={`${t('report.devices')} ${range}`}
        columns={[
          { label: t('report.device'), isText: true },
          { label: t('report.energy'), unit: 'kWh', figures: ['production'] },
          { label: t('report.share'), unit: '%' },
          { label: t('report.perRated'), unit: 'kWh/kW' },
          { label: t('report.availability') },
          { label: t('report.level.fault') },
          { label: t('report.level.warning') },
          { label: t('report.completeness') },
        ]}
        rows={devices.map((device) => ({
          key: device.sn,
          cells: [
            [device.alias || device.sn, device.isGone ? `(${t('report.isGone')})` : ''].filter(Boolean).join(' '),
            fixed(device.energy, 2),
            fixed(device.share === null ? null : 100 * device.share, 1),
            fixed(device.perRatedKw, 2),
            percent(device.availability, 1),
            full(device.alerts.fault),
            full(device.alerts.warning),
            completenessCell(device.provenance),
          ],
        }))}
      />
    </Card>
  );
}
