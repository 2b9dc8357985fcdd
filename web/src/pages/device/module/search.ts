// What the address of a module's page holds: its device, its input, and what is looked at.
import { INPUTS } from '@heliograph/contract/inputs.ts';
import { type DeviceSearch, readDeviceSearch } from '../search.ts';

export type ModuleSearch = DeviceSearch & {
  /** The first that there is when left out. */
  input?: number;
};

export function readModuleSearch(raw: Record<string, unknown>): ModuleSearch {
  return { ...readDeviceSearch(raw), input: INPUTS.find((input) => input === Number(raw.input)) };
}
