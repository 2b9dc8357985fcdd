// Modules of a plant with their settings, and the highest power of one, for its layout, playback and layout proposal.

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
  /** Module settings by serial number. */
  rows: Map<string, ModuleRow[]>;
  /** Highest power of a module, W: its peak power, else its share of the device's rated power; null when neither is known. */
  scaleW: number | null;
}

/** Returns the modules of a plant by string and serial number. The caller has checked access to the plant. */
export async function siteModules(sql: Transaction, sid: string, at: Date): Promise<SiteModules> {
  const [devices, rows] = await Promise.all([devicesWithModules(sql, sid, at), moduleRows(sql, sid)]);
  const modules = devices.flatMap((device) => {
    const settings = rows.get(device.sn) ?? [];
    return modulesOf(device.inputs, device.quantities, settings).map((input) => {
      const row = settings.find((one) => one.input === input);
      return { device, input, facts: moduleFactsOf(device, row) };
    });
  });
  return { modules, rows, scaleW: scaleOf(modules) };
}

function scaleOf(modules: readonly SiteModule[]): number | null {
  let highestW: number | null = null;
  for (const { device, facts } of modules) {
    const { inputs, quantities, ratedPowerW } = device;
    const maxW = facts.peakPower ?? ratedOf(ratedPowerW, inputsToRead(inputs, quantities).length);
    if (maxW !== null) highestW = Math.max(highestW ?? 0, maxW);
  }
  return highestW === null ? null : Math.round(highestW);
}
