// Places the modules of a demonstration plant as its installer would: zones of those that lie alike.

import { inputsOf } from '../installation/rules/orientation.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { writeZones } from '../roof/layout.ts';
import { arrange } from '../roof/rules/arrange.ts';

interface Placed {
  sn: string;
  /** Of its product; 0: it tells how many, and nobody knows yet. */
  inputs: number;
  stringNumber: number | null;
  tiltDeg: number | null;
  azimuthDeg: number | null;
  orientation: string | null;
}

/** A plant of which the installer does not say how everything lies is left to be arranged. */
export async function createLayout(
  sql: Transaction,
  { sid, by, at }: { sid: string; by: number; at: Date },
  devices: readonly Placed[],
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
