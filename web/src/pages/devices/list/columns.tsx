// Columns of the device list.
import { statusName } from '@heliograph/contract/statuses.ts';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { Age } from '../../../components/Age.tsx';
import { powerText } from '../../../components/devicePower.ts';
import type { ListColumn } from '../../../components/list/column.ts';
import { DASH, fixed } from '../../../format/numbers.ts';
import { dateOf } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import { DeviceState } from './DeviceState.tsx';
import { type DeviceRow, type DeviceSort, hasAlert } from './deviceList.ts';

type Column = ListColumn<DeviceRow, DeviceSort>;

/** Current power in watts; null if the device is not live. */
export const nowOf = (row: DeviceRow): number | null => (row.isLive ? row.now : null);

export const nowText = (row: DeviceRow, t: TFunction): string => powerText({ ...row, nowW: nowOf(row) }, t);
/** Label of the kind; '' if the model has the same name. */
export function kindLabel({ kind, modelName }: Pick<DeviceRow, 'kind' | 'modelName'>, t: TFunction): string {
  const label = t(`deviceKind.${kind}`);
  return label === modelName ? '' : label;
}
const placeOf = ({ city, countryName }: DeviceRow): string => [city, countryName].filter(Boolean).join(', ');
const firmwareOf = (row: DeviceRow): string => row.CPUVersion || row.WIFIVersion;

export function deviceColumns(t: TFunction): Column[] {
  const text = (id: string, title: string, widthPx: number, of: (row: DeviceRow) => string): Column => ({
    id,
    title,
    widthPx,
    cell: (row) => <span title={of(row)}>{of(row) || DASH}</span>,
    csv: [{ title, value: of }],
  });
  return [
    {
      id: 'status',
      title: t('list.status'),
      sort: 'problems',
      widthPx: 232,
      isFixed: true,
      cell: (row) => <DeviceState row={row} />,
      csv: [
        {
          title: t('list.status'),
          value: (row) => t(row.isAsleep ? 'state.asleep' : `state.${statusName(row.status)}`),
        },
        {
          title: t('allDevices.alert'),
          value: (row) => (hasAlert(row) ? `${row.alertCode} ${row.alertTitle}` : ''),
        },
        { title: t('allDevices.problem'), value: (row) => row.problem?.title ?? '' },
      ],
    },
    {
      id: 'sn',
      title: t('allDevices.sn'),
      sort: 'sn',
      widthPx: 144,
      isFixed: true,
      cell: (row) => (
        <>
          <Link className="num" {...links.device(row)}>
            <b>{row.sn}</b>
          </Link>
          {row.gatewaySn !== '' && <div className="under">{t('allDevices.onGateway', { sn: row.gatewaySn })}</div>}
        </>
      ),
      csv: [
        { title: t('allDevices.sn'), value: (row) => row.sn },
        { title: t('deviceKind.gateway'), value: (row) => row.gatewaySn },
      ],
    },
    text('alias', t('allDevices.alias'), 112, (row) => row.alias),
    {
      id: 'model',
      title: t('allDevices.model'),
      sort: 'model',
      widthPx: 160,
      cell: (row) => (
        <>
          {row.modelName}
          {kindLabel(row, t) && <div className="under">{kindLabel(row, t)}</div>}
        </>
      ),
      csv: [
        { title: t('allDevices.model'), value: (row) => row.modelName },
        { title: t('allDevices.kind'), value: (row) => t(`deviceKind.${row.kind}`) },
      ],
    },
    {
      id: 'plant',
      title: t('list.plant'),
      sort: 'siteName',
      widthPx: 176,
      cell: (row) => (
        <>
          <span title={row.siteName}>{row.siteName}</span>
          <div className="under" title={placeOf(row)}>
            {placeOf(row)}
          </div>
        </>
      ),
      csv: [
        { title: t('list.plant'), value: (row) => row.siteName },
        { title: t('allDevices.country'), value: (row) => row.country },
      ],
    },
    {
      id: 'now',
      title: t('list.now'),
      unit: 'W',
      sort: 'now',
      widthPx: 112,
      isNumber: true,
      cell: (row) => (
        <>
          {fixed(nowOf(row), 1)}
          {nowText(row, t) && <div className="under">{nowText(row, t)}</div>}
        </>
      ),
      csv: [{ title: `${t('list.now')}, W`, value: nowOf }],
    },
    {
      id: 'soc',
      title: t('allDevices.soc'),
      unit: '%',
      widthPx: 96,
      isNumber: true,
      cell: (row) => fixed(row.batterySoc, 1),
      csv: [{ title: `${t('allDevices.soc')}, %`, value: (row) => row.batterySoc }],
    },
    text('firmware', t('allDevices.firmware'), 88, firmwareOf),
    {
      id: 'lastData',
      title: t('list.lastData'),
      sort: 'lastUpdate',
      widthPx: 128,
      cell: (row) => (
        <span className={row.isLive ? undefined : 'muted'}>
          <Age at={row.lastUpdateIso} />
        </span>
      ),
      csv: [{ title: t('list.lastData'), value: (row) => row.lastUpdateIso }],
    },
    {
      id: 'created',
      title: t('allDevices.created'),
      sort: 'createdAt',
      widthPx: 132,
      cell: (row) => dateOf(row.createdAtIso),
      csv: [{ title: t('allDevices.created'), value: (row) => row.createdAtIso }],
    },
    { ...text('installer', t('allDevices.installer'), 176, (row) => row.installerEmail), isHiddenByDefault: true },
    { ...text('owner', t('allDevices.owner'), 176, (row) => row.userEmail), isHiddenByDefault: true },
  ];
}
