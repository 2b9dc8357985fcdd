// Arranges the modules of a demo plant as its installer would: zones of modules with the same orientation.

import { inputsOf } from '../installation/rules/orientation.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { writeZones } from '../roof/layout.ts';
import { arrange } from '../roof/rules/arrange.ts';

interface PlacedDevice {
  sn: string;
  /** Inputs of its product; 0: it reports their number, which is not known yet. */
  inputs: number;
  stringNumber: number | null;
  tiltDeg: number | null;
  azimuthDeg: number | null;
  orientation: string | null;
}

/** Creates the layout; does nothing unless the orientation of all devices is known. */
export async function createLayout(
  sql: Transaction,
  { sid, by, at }: { sid: string; by: number; at: Date },
  devices: readonly PlacedDevice[],
): Promise<void> {
  const placed = devices.filter(({ inputs }) => inputs > 0);
  if (placed.length === 0 || placed.some(({ tiltDeg }) => tiltDeg === null)) return;
  const modules = placed.flatMap(({ sn, inputs, stringNumber, tiltDeg, azimuthDeg, orientation }) =>
    inputsOf(inputs, {}).map((input) => ({
      sn,
      input,
      pageName: '',
      stringNumber,
      tilt: tiltDeg,
      azimuth: azimuthDeg,
      orientation: orientation === 'landscape' ? ('landscape' as const) : ('portrait' as const),
    })),
  );
  await writeZones(sql, sid, arrange(modules));
  await sql`insert into layouts (sid, version, changed_at, changed_by) values (${sid}, 1, ${at}, ${by})`;
}
