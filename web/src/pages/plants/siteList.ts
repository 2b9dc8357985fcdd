// The plant list: its call, orders and filters.
import { DATA_AGES } from '@heliograph/contract/dataAges.ts';
import { STATUS } from '@heliograph/contract/statuses.ts';
import {
  choiceFilter,
  countryFilter,
  dayFilter,
  defineList,
  type RowOf,
  type SortOf,
  textFilter,
} from '../../components/list/listState.ts';

export const siteList = defineList({
  call: 'site/listWithSN',
  sorts: {
    problems: 'up',
    siteName: 'up',
    powerMax: 'down',
    now: 'down',
    nowPerPeak: 'down',
    todayPower: 'down',
    todayPerPeak: 'down',
    totalPower: 'down',
    reporting: 'down',
    lastUpdate: 'down',
    createdAt: 'down',
    commissionDate: 'down',
  },
  defaults: { sort: 'problems' },
  asks: { withDevices: false, withWeek: true },
  hasMap: true,
  stableSorts: ['siteName', 'powerMax', 'createdAt', 'commissionDate'],
  filters: {
    status: choiceFilter(
      'status',
      {
        ...Object.fromEntries(Object.entries(STATUS).map(([name, number]) => [name, String(number)])),
        // Same as in a row, where a sleeping plant is not shown as online.
        online: 'awake',
        asleep: 'asleep',
      },
      { isInBar: true },
    ),
    name: textFilter('site_name'),
    owner: textFilter('user_email'),
    installer: textFilter('installer_email'),
    country: countryFilter('country_code'),
    street: textFilter('street'),
    from: dayFilter('created_start_date'),
    to: dayFilter('created_end_date'),
    commissioned: choiceFilter('is_commission', { yes: '1', no: '0' }),
    heard: choiceFilter('heard', Object.fromEntries(DATA_AGES.map((age) => [age, age]))),
  },
});
export type SiteRow = RowOf<'site/listWithSN'>;
export type SiteSort = SortOf<'site/listWithSN'>;
