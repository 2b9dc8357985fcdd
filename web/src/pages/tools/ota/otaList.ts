// Firmware list: call, sort orders and filters.
import { FIRMWARE_STATES } from '@heliograph/contract/firmware.ts';
import { choiceFilter, defineList, type RowOf, textFilter } from '../../../components/list/listState.ts';

export const otaList = defineList({
  call: 'configuration/ota/list',
  sorts: { created: 'down', model: 'up', version: 'down', bytes: 'down' },
  defaults: { sort: 'created', descending: true, size: 50 },
  stableSorts: ['created', 'version'],
  filters: {
    model: textFilter('model'),
    state: choiceFilter('state', Object.fromEntries(FIRMWARE_STATES.map((state) => [state, state]))),
  },
});
export type FirmwareRow = RowOf<'configuration/ota/list'>;
