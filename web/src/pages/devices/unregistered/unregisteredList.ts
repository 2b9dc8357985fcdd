// Devices without a plant: call, sort orders and filters.
import { choiceFilter, defineList, type RowOf, textFilter } from '../../../components/list/listState.ts';

export const unregisteredList = defineList({
  call: 'device/list/noReg',
  sorts: { sn: 'up', firstSeen: 'down', lastUpdate: 'down' },
  defaults: { sort: 'lastUpdate', descending: true, size: 50 },
  stableSorts: ['sn', 'firstSeen'],
  filters: {
    /** Serial number of a gateway; lists the devices attached to it. */
    gateway: { ...textFilter('gateway'), isInBar: true },
    /** Devices attached to listed gateways are hidden unless requested. */
    children: {
      wire: 'children',
      read: (value) => (value === 'shown' ? 'shown' : ''),
      send: (value) => (value === 'shown' ? '' : 'folded'),
      isInBar: true,
    },
    /** Lists only the numbers that may not report. */
    restricted: choiceFilter('restricted', { only: 'only' }, { isInBar: true }),
  },
});
export type UnregisteredRow = RowOf<'device/list/noReg'>;
