// Devices without a plant: their call, orders and filters.
import { choiceFilter, defineList, type RowOf, textFilter } from '../../../components/list/listState.ts';

export const unregisteredList = defineList({
  call: 'device/list/noReg',
  sorts: { sn: 'up', firstSeen: 'down', lastUpdate: 'down' },
  usual: { sort: 'lastUpdate', descending: true, size: 50 },
  steady: ['sn', 'firstSeen'],
  filters: {
    /** A gateway's number: what hangs on it. */
    gateway: { ...textFilter('gateway'), isBeside: true },
    /** What hangs on gateways that are listed does not bury them, unless it is wanted. */
    children: {
      wire: 'children',
      read: (value) => (value === 'shown' ? 'shown' : ''),
      send: (value) => (value === 'shown' ? '' : 'folded'),
      isBeside: true,
    },
    /** Those that may not report, instead of the others. */
    restricted: choiceFilter('restricted', { only: 'only' }, { isBeside: true }),
  },
});
export type UnregisteredRow = RowOf<'device/list/noReg'>;
