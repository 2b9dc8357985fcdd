// Devices without a plant: their call, orders and filters.
import { defineList, type RowOf } from '../../../components/list/listState.ts';

export const unregisteredList = defineList({
  call: 'device/list/noReg',
  sorts: { sn: 'up', firstSeen: 'down', lastUpdate: 'down' },
  usual: { sort: 'lastUpdate', descending: true, size: 50 },
  steady: ['sn', 'firstSeen'],
  filters: {},
});
export type UnregisteredRow = RowOf<'device/list/noReg'>;
