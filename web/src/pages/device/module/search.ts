// Search parameters of a module page: device, input and view.
import { INPUTS } from '@heliograph/contract/inputs.ts';
import { type DeviceSearch, readDeviceSearch } from '../search.ts';

export type ModuleSearch = DeviceSearch & {
  /** Defaults to the first existing input. */
  input?: number;
};

export function readModuleSearch(raw: Record<string, unknown>): ModuleSearch {
  return { ...readDeviceSearch(raw), input: INPUTS.find((input) => input === Number(raw.input)) };
}
