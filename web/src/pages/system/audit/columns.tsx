// Columns of the audit log: time, user, address, action, result, and the values before and after.
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { ListColumn } from '../../../components/list/column.ts';
import type { SortOf } from '../../../components/list/listState.ts';
import { DASH } from '../../../format/numbers.ts';
import { dateTime } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import { StatusDot, type Tone } from '../../../ui/StatusDot.tsx';
import classes from '../system.module.css';
import type { AuditRow } from './auditSearch.ts';

type Column = ListColumn<AuditRow, SortOf<'audit/list'>>;

const TONES: Record<AuditRow['result'], Tone> = { done: 'ok', failed: 'warning', refused: 'fault' };

/** Long text, at full width on a card. */
const longText = (text: string) => (
  <span className={text === '' ? undefined : classes.longText} title={text}>
    {text || DASH}
  </span>
);

export const auditColumns = (t: TFunction): Column[] => [
  {
    id: 'at',
    title: t('audit.at'),
    sort: 'at',
    widthPx: 168,
    isFixed: true,
    cell: (row) => <span className="num">{dateTime(row.atIso)}</span>,
    csv: [{ title: t('audit.at'), value: (row) => row.atIso }],
  },
  {
    id: 'user',
    title: t('audit.user'),
    widthPx: 200,
    cell: (row) => row.userEmail || DASH,
    csv: [{ title: t('audit.user'), value: (row) => row.userEmail }],
  },
  {
    id: 'action',
    title: t('audit.action'),
    widthPx: 248,
    cell: (row) => row.action,
    csv: [{ title: t('audit.action'), value: (row) => row.action }],
  },
  {
    id: 'object',
    title: t('audit.object'),
    widthPx: 168,
    cell: (row) => (row.sid === '' ? row.object || DASH : <Link {...links.siteDetail(row.sid)}>{row.siteName}</Link>),
    csv: [
      { title: t('audit.object'), value: (row) => row.object },
      { title: t('audit.plant'), value: (row) => row.siteName },
    ],
  },
  {
    id: 'result',
    title: t('audit.result'),
    widthPx: 112,
    cell: (row) => <StatusDot tone={TONES[row.result]}>{t(`audit.results.${row.result}`)}</StatusDot>,
    csv: [{ title: t('audit.result'), value: (row) => t(`audit.results.${row.result}`) }],
  },
  {
    id: 'address',
    title: t('audit.address'),
    widthPx: 128,
    cell: (row) => row.address || DASH,
    csv: [{ title: t('audit.address'), value: (row) => row.address }],
  },
  {
    id: 'before',
    title: t('audit.before'),
    widthPx: 240,
    isHiddenByDefault: true,
    cell: (row) => longText(row.before),
    csv: [{ title: t('audit.before'), value: (row) => row.before }],
  },
  {
    id: 'after',
    title: t('audit.after'),
    widthPx: 264,
    cell: (row) => longText(row.after),
    csv: [{ title: t('audit.after'), value: (row) => row.after }],
  },
];
