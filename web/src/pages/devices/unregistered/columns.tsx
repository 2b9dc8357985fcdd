// Columns of the unregistered devices.
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { Age } from '../../../components/Age.tsx';
import type { ListColumn } from '../../../components/list/column.ts';
import type { SortOf } from '../../../components/list/listState.ts';
import { DASH, fixed, full } from '../../../format/numbers.ts';
import { dateTime } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import type { UnregisteredRow } from './unregisteredList.ts';

type Column = ListColumn<UnregisteredRow, SortOf<'device/list/noReg'>>;

/** Model in the registry, else the announced one. */
const modelOf = (row: UnregisteredRow): string => row.modelName || (row.announced?.model ?? '');
const firmwareOf = (row: UnregisteredRow): string => row.announced?.firmware || row.WIFIVersion;

export const unregisteredColumns = (t: TFunction): Column[] => [
  {
    id: 'sn',
    title: t('edit.sn'),
    sort: 'sn',
    widthPx: 144,
    isFixed: true,
    cell: (row) => (
      <>
        <b className="num">{row.sn}</b>
        {row.gatewaySn !== '' && <div className="under">{t('unregistered.onGateway', { sn: row.gatewaySn })}</div>}
      </>
    ),
    csv: [
      { title: t('edit.sn'), value: (row) => row.sn },
      { title: t('deviceKind.gateway'), value: (row) => row.gatewaySn },
    ],
  },
  {
    id: 'product',
    title: t('edit.product'),
    widthPx: 136,
    cell: (row) => (
      <>
        {modelOf(row) || (!row.announced && <span className="muted">{t('unregistered.unknownProduct')}</span>)}
        {row.announced && (
          <div className={modelOf(row) ? 'under' : undefined}>{t(`deviceKind.${row.announced.kind}`)}</div>
        )}
        {row.nowGuessedAs && (
          <div className="under" title={t('unregistered.scaleGuessedText', { product: row.nowGuessedAs })}>
            {t('unregistered.scaleGuessed')}
          </div>
        )}
      </>
    ),
    csv: [
      { title: t('edit.product'), value: modelOf },
      { title: t('unregistered.kind'), value: (row) => row.announced && t(`deviceKind.${row.announced.kind}`) },
      { title: t('unregistered.hardware'), value: (row) => row.announced?.hardware ?? '' },
    ],
  },
  {
    id: 'connection',
    title: t('unregistered.connection'),
    widthPx: 144,
    cell: (row) =>
      row.restrictedIso !== null ? (
        <>
          <StatusDot tone="fault">{t('unregistered.restricted')}</StatusDot>
          <div className="under" title={row.restrictedReason}>
            {row.restrictedReason}
          </div>
        </>
      ) : row.online === null ? (
        DASH
      ) : (
        <>
          <StatusDot tone={row.online ? 'ok' : 'offline'}>
            {t(row.online ? 'connection.online' : 'connection.offline')}
          </StatusDot>
          <div className="under">
            <Age at={row.onlineSinceIso} />
          </div>
        </>
      ),
    csv: [
      {
        title: t('unregistered.connection'),
        value: (row) => (row.online === null ? '' : t(row.online ? 'connection.online' : 'connection.offline')),
      },
      { title: t('unregistered.restricted'), value: (row) => row.restrictedIso },
      { title: t('unregistered.reason'), value: (row) => row.restrictedReason },
    ],
  },
  {
    id: 'children',
    title: t('unregistered.children'),
    widthPx: 124,
    isNumber: true,
    cell: (row) =>
      row.children === 0 ? (
        DASH
      ) : (
        <Link
          {...links.unregistered({ gateway: row.sn })}
          aria-label={t('unregistered.childrenOf', { sn: row.sn, count: row.children })}
        >
          {full(row.children, 0)}
        </Link>
      ),
    csv: [{ title: t('unregistered.children'), value: (row) => row.children }],
  },
  {
    id: 'first',
    title: t('unregistered.firstSeen'),
    sort: 'firstSeen',
    widthPx: 152,
    cell: (row) => dateTime(row.firstSeenIso),
    csv: [{ title: t('unregistered.firstSeen'), value: (row) => row.firstSeenIso }],
  },
  {
    id: 'last',
    title: t('unregistered.lastSeen'),
    sort: 'lastUpdate',
    widthPx: 112,
    cell: (row) => <Age at={row.lastUpdateIso} />,
    csv: [{ title: t('unregistered.lastSeen'), value: (row) => row.lastUpdateIso }],
  },
  {
    id: 'firmware',
    title: t('unregistered.firmware'),
    widthPx: 88,
    cell: (row) => firmwareOf(row) || DASH,
    csv: [{ title: t('unregistered.firmware'), value: firmwareOf }],
  },
  {
    id: 'signal',
    title: t('connection.signal'),
    unit: 'dBm',
    widthPx: 100,
    isNumber: true,
    cell: (row) => full(row.signalDbm, 0),
    csv: [{ title: `${t('connection.signal')}, dBm`, value: (row) => row.signalDbm }],
  },
  {
    id: 'now',
    title: t('list.now'),
    unit: 'W',
    widthPx: 80,
    isNumber: true,
    cell: (row) => fixed(row.now, 1),
    csv: [
      { title: `${t('list.now')}, W`, value: (row) => row.now },
      { title: t('unregistered.scaleGuessed'), value: (row) => row.nowGuessedAs },
    ],
  },
  {
    id: 'frames',
    title: t('unregistered.frames'),
    widthPx: 136,
    isNumber: true,
    isHiddenByDefault: true,
    cell: (row) => full(row.frames, 0),
    csv: [{ title: t('unregistered.frames'), value: (row) => row.frames }],
  },
];
