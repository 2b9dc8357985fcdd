// Columns of the panel list.
import { statusName } from '@heliograph/contract/statuses.ts';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { Age } from '../../../components/Age.tsx';
import type { ListColumn } from '../../../components/list/column.ts';
import { SiteStatusBadge } from '../../../components/SiteStatusBadge.tsx';
import { DASH, fixed } from '../../../format/numbers.ts';
import { links } from '../../../links.ts';
import type { PanelRow, PanelSort } from './panelList.ts';

type Column = ListColumn<PanelRow, PanelSort>;

/** Label of the panel, else its number. */
export const nameOf = ({ label, plcSN }: Pick<PanelRow, 'label' | 'plcSN'>): string => label || plcSN;

export const linkOf = ({ sid, sn, input }: Pick<PanelRow, 'sid' | 'sn' | 'input'>) => links.module({ sid, sn, input });

export const panelColumns = (t: TFunction): Column[] => [
  {
    id: 'panel',
    title: t('allDevices.panels.panel'),
    sort: 'sn',
    widthPx: 168,
    isFixed: true,
    cell: (row) => (
      <>
        <Link className={row.label ? undefined : 'num'} {...linkOf(row)}>
          <b>{nameOf(row)}</b>
        </Link>
        {row.label && <div className="under num">{row.plcSN}</div>}
      </>
    ),
    csv: [
      { title: t('allDevices.sn'), value: (row) => row.plcSN },
      { title: t('allDevices.alias'), value: (row) => row.label },
    ],
  },
  {
    id: 'plant',
    title: t('list.plant'),
    sort: 'siteName',
    widthPx: 200,
    cell: (row) => (
      <Link title={row.siteName} {...links.siteDetail(row.sid)}>
        {row.siteName}
      </Link>
    ),
    csv: [{ title: t('list.plant'), value: (row) => row.siteName }],
  },
  {
    id: 'device',
    title: t('allDevices.panels.device'),
    widthPx: 180,
    cell: (row) => (
      <>
        {row.modelName}
        <div className="under">
          {t('allDevices.panels.input', { input: row.input })} {row.alias || row.sn}
        </div>
      </>
    ),
    csv: [
      { title: t('allDevices.model'), value: (row) => row.modelName },
      { title: t('allDevices.panels.device'), value: (row) => row.sn },
    ],
  },
  {
    id: 'product',
    title: t('allDevices.panels.product'),
    widthPx: 160,
    cell: (row) => <span title={row.product}>{row.product || DASH}</span>,
    csv: [{ title: t('allDevices.panels.product'), value: (row) => row.product }],
  },
  {
    id: 'status',
    title: t('list.status'),
    widthPx: 132,
    cell: (row) => <SiteStatusBadge status={row.status} isAsleep={row.isAsleep} />,
    csv: [
      {
        title: t('list.status'),
        value: (row) => t(row.isAsleep ? 'state.asleep' : `state.${statusName(row.status)}`),
      },
    ],
  },
  {
    id: 'now',
    title: t('list.now'),
    unit: 'W',
    widthPx: 96,
    isNumber: true,
    cell: (row) => (
      <>
        {fixed(row.now, 1)}
        {row.isEstimated && <div className="under">{t('allDevices.panels.estimated')}</div>}
      </>
    ),
    csv: [{ title: `${t('list.now')}, W`, value: (row) => row.now }],
  },
  {
    id: 'lastData',
    title: t('list.lastData'),
    widthPx: 128,
    cell: (row) => (
      <span className={row.now === null ? 'muted' : undefined}>
        <Age at={row.lastUpdateIso} />
      </span>
    ),
    csv: [{ title: t('list.lastData'), value: (row) => row.lastUpdateIso }],
  },
];
