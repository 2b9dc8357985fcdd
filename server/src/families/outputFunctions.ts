// Output functions of the products that ship with the portal (limit, restart, on, off), named as in docs/devices/protocol.md.
import type { OutputAction } from '@heliograph/contract/commands.ts';
import type { ProductFunction } from '@heliograph/contract/entities/product.ts';

const NAMES: Record<OutputAction, string> = {
  limit: 'Limit power',
  on: 'Switch on',
  off: 'Switch off',
  restart: 'Restart',
};

const functionsOf = (actions: readonly OutputAction[]): ProductFunction[] =>
  actions.map((action, index) => ({
    func_id: index + 1,
    func_name: NAMES[action],
    signal_mqtt: action,
    signal_bluetooth: '',
    signal_at: '',
    signal_ap: '',
    // Switching off must not wait for a second person; an operator may require one in the catalogue.
    isProtected: false,
  }));

/** Functions of devices that feed in. */
export const OF_OUTPUT: readonly ProductFunction[] = functionsOf(['limit', 'on', 'off', 'restart']);
export const OF_GATEWAY: readonly ProductFunction[] = functionsOf(['restart']);
