// Device list: call, sort orders and filters.
import { REPORT_KINDS } from '@heliograph/contract/report.ts';
import { STATUS } from '@heliograph/contract/statuses.ts';
import {
  choiceFilter,
  countryFilter,
  dayFilter,
  defineList,
  type RowOf,
  type SortOf,
  textFilter,
} from '../../../components/list/listState.ts';

/** Statuses of devices in a plant. */
export const DEVICE_STATUSES = ['alert', 'offline', 'online', 'asleep', 'uncommissioned'] as const;
/** Status values on the wire; `online` excludes sleeping devices. */
const WIRE_STATUS = { ...STATUS, online: 'awake', asleep: 'asleep' };

export const deviceList = defineList({
  call: 'device/list',
  sorts: {
    problems: 'up',
    sn: 'up',
    siteName: 'up',
    model: 'up',
    now: 'down',
    lastUpdate: 'down',
    createdAt: 'down',
  },
  defaults: { sort: 'problems', size: 50 },
  stableSorts: ['sn', 'siteName', 'model', 'createdAt'],
  filters: {
    kind: choiceFilter('kind', Object.fromEntries(REPORT_KINDS.map((kind) => [kind, kind])), { isInBar: true }),
    status: choiceFilter(
      'status',
      Object.fromEntries(DEVICE_STATUSES.map((name) => [name, String(WIRE_STATUS[name])])),
    ),
    sn: textFilter('sn'),
    model: textFilter('model'),
    firmware: textFilter('firmware'),
    saysFirmware: choiceFilter('has_firmware', { yes: '1', no: '0' }),
    via: choiceFilter('via', { itself: 'itself', gateway: 'gateway' }),
    plant: textFilter('site_name'),
    owner: textFilter('user_email'),
    installer: textFilter('installer_email'),
    country: countryFilter('country_code'),
    street: textFilter('street'),
    from: dayFilter('created_start_date'),
    to: dayFilter('created_end_date'),
    addedFrom: dayFilter('added_start_date'),
    addedTo: dayFilter('added_end_date'),
    commissioned: choiceFilter('is_commission', { yes: '1', no: '0' }),
  },
});
export type DeviceRow = RowOf<'device/list'>;
/** Whether it reports an alert itself. */
export const hasAlert = (row: DeviceRow): boolean => row.alertCode !== '0000';
export type DeviceSort = SortOf<'device/list'>;
