// The columns of the unregistered devices.
import type { TFunction } from 'i18next';
import { Age } from '../../../components/Age.tsx';
import type { ListColumn } from '../../../components/list/column.ts';
import type { SortOf } from '../../../components/list/listState.ts';
import { DASH, full } from '../../../format/numbers.ts';
import { dateTime } from '../../../format/times.ts';
import type { UnregisteredRow } from './unregisteredList.ts';

type Column = ListColumn<UnregisteredRow, SortOf<'device/list/noReg'>>;

export const unregisteredColumns = (t: TFunction): Column[] => [
  {
    id: 'sn',
    title: t('edit.sn'),
    sort: 'sn',
    widthPx: 176,
    isFixed: true,
    cell: (row) => <b className="num">{row.sn}</b>,
    csv: [{ title: t('edit.sn'), value: (row) => row.sn }],
  },
  {
    id: 'product',
    title: t('edit.product'),
    widthPx: 152,
    cell: (row) => row.modelName || <span className="muted">{t('unregistered.unknownProduct')}</span>,
    csv: [{ title: t('edit.product'), value: (row) => row.modelName }],
  },
  {
    id: 'first',
    title: t('unregistered.firstSeen'),
    sort: 'firstSeen',
    widthPx: 176,
    cell: (row) => dateTime(row.firstSeenIso),
    csv: [{ title: t('unregistered.firstSeen'), value: (row) => row.firstSeenIso }],
  },
  {
    id: 'last',
    title: t('unregistered.lastSeen'),
    sort: 'lastUpdate',
    widthPx: 144,
    cell: (row) => <Age at={row.lastUpdateIso} />,
    csv: [{ title: t('unregistered.lastSeen'), value: (row) => row.lastUpdateIso }],
  },
  {
    id: 'frames',
    title: t('unregistered.frames'),
    widthPx: 136,
    isNumber: true,
    cell: (row) => full(row.frames, 0),
    csv: [{ title: t('unregistered.frames'), value: (row) => row.frames }],
  },
  {
    id: 'now',
    title: t('list.now'),
    unit: 'W',
    widthPx: 96,
    isNumber: true,
    cell: (row) => full(row.now, 1),
    csv: [{ title: `${t('list.now')}, W`, value: (row) => row.now }],
  },
  {
    id: 'firmware',
    title: t('unregistered.firmware'),
    widthPx: 112,
    cell: (row) => row.WIFIVersion || DASH,
    csv: [{ title: t('unregistered.firmware'), value: (row) => row.WIFIVersion }],
  },
];
