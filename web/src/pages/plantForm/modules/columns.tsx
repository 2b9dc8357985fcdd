// The columns of the table of modules.
import { peakUnit } from '@heliograph/contract/peakUnit.ts';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { Column } from '../../../components/list/DataTable.tsx';
import { angle, DASH, fixed, full } from '../../../format/numbers.ts';
import { locale } from '../../../i18n/language.ts';
import { links } from '../../../links.ts';
import type { ModuleRow } from './ModuleTable.tsx';
import classes from './modules.module.css';

const PHONE_COLUMNS = ['module', 'now'];

const orientationText = ({ tilt, azimuth }: ModuleRow): string =>
  tilt === null && azimuth === null ? DASH : `${angle(tilt)} / ${angle(azimuth)}`;

interface Options {
  t: TFunction;
  sid: string;
  showsPage: boolean;
  isPhone: boolean;
}

export function moduleColumns({ t, sid, showsPage, isPhone }: Options): Column<ModuleRow>[] {
  /** Returns the values that have no column on a phone, where the table does not scroll sideways. */
  const details = (row: ModuleRow): string =>
    [
      ...(showsPage && row.pageName ? [row.pageName] : []),
      ...(row.stringNumber === null ? [] : [`${t('edit.stringNumber')} ${row.stringNumber}`]),
      ...(row.tilt === null && row.azimuth === null ? [] : [orientationText(row)]),
      ...(row.product ? [row.product] : []),
    ].join(' · ');
  const columns: Column<ModuleRow>[] = [
    {
      id: 'module',
      title: t('modulePages.module'),
      widthPx: 168,
      cell: (row) => (
        <>
          <Link className="num" {...links.module({ sid, sn: row.sn, input: row.addr })}>
            <b>{row.label || row.plcSN}</b>
          </Link>
          <div className="under num">{row.label === '' ? row.alias || row.model_name : row.plcSN}</div>
          {isPhone && details(row) !== '' && <div className={classes.details}>{details(row)}</div>}
        </>
      ),
    },
    {
      id: 'page',
      title: t('module.page'),
      widthPx: 128,
      cell: (row) => row.pageName || <span className="muted">{t('module.noPage')}</span>,
    },
    {
      id: 'string',
      title: t('edit.stringNumber'),
      widthPx: 72,
      isNumber: true,
      cell: ({ stringNumber }) => (stringNumber === null ? DASH : String(stringNumber)),
    },
    {
      id: 'place',
      title: t('modulePages.place'),
      widthPx: 132,
      isNumber: true,
      cell: orientationText,
    },
    {
      id: 'panel',
      title: t('module.product'),
      widthPx: 128,
      cell: ({ product, peakPower }) => (
        <>
          {product || DASH}
          {peakPower !== null && (
            <div className="under num">
              {full(peakPower, 0)} {peakUnit('Wp', locale)}
            </div>
          )}
        </>
      ),
    },
    {
      id: 'now',
      title: t('list.now'),
      unit: 'W',
      widthPx: 80,
      isNumber: true,
      cell: ({ now, todayPower }) => (
        <>
          {fixed(now, 1)}
          {isPhone && todayPower !== null && <div className="under num">{fixed(todayPower, 2)} kWh</div>}
        </>
      ),
    },
    {
      id: 'today',
      title: t('list.today'),
      unit: 'kWh',
      widthPx: 96,
      isNumber: true,
      cell: ({ todayPower }) => fixed(todayPower, 2),
    },
  ];
  return columns.filter(({ id }) => (isPhone ? PHONE_COLUMNS.includes(id) : showsPage || id !== 'page'));
}
