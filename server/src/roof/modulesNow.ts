// All modules of a plant with what is said of them, and the brightest power of one: what its layout, its playback and its proposal are made of.

import { ratedOf } from '../energy/charts/moduleCurve.ts';
import { inputsToRead } from '../energy/rules/moduleShares.ts';
import { type DeviceWithModules, devicesWithModules, type ModuleRow, moduleRows } from '../installation/modules.ts';
import { type ModuleFacts, moduleFactsOf } from '../installation/presentModule.ts';
import { type Input, modulesOf } from '../installation/rules/orientation.ts';
import type { Transaction } from '../platform/database/connect.ts';

export interface SiteModule {
  device: DeviceWithModules;
  input: Input;
  facts: ModuleFacts;
}

export interface SiteModules {
  modules: SiteModule[];
  /** What is said of them, by serial number. */
  rows: Map<string, ModuleRow[]>;
  /** W of the strongest: its peak power, else its part of what its device gives at most; null: nothing says it. */
  scaleW: number | null;
}

/** By string and serial number. The plant was found among the visible ones. */
export async function siteModules(sql: Transaction, sid: string, at: Date): Promise<SiteModules> {
  const [devices, rows] = await Promise.all([devicesWithModules(sql, sid, at), moduleRows(sql, sid)]);
  const modules = devices.flatMap((device) => {
    const said = rows.get(device.sn) ?? [];
    return modulesOf(device.inputs, device.quantities, said).map((input) => {
      const row = said.find((of) => of.input === input);
      return { device, input, facts: moduleFactsOf(device, row) };
    });
  });
  return { modules, rows, scaleW: scaleOf(modules) };
}

function scaleOf(modules: readonly SiteModule[]): number | null {
  let highest: number | null = null;
  for (const { device, facts } of modules) {
    const { inputs, quantities, ratedPowerW } = device;
    const most = facts.peakPower ?? ratedOf(ratedPowerW, inputsToRead(inputs, quantities).length);
    if (most !== null) highest = Math.max(highest ?? 0, most);
  }
  return highest === null ? null : Math.round(highest);
}
