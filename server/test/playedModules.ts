// Passes a simulated plant's modules day by day to the rules directly, without frames and database.
import { daylight } from '@heliograph/simulator/daylight.ts';
import { inputShare } from '@heliograph/simulator/faults.ts';
import type { FleetSite } from '@heliograph/simulator/fleetSite.ts';
import { bdmTraits } from '@heliograph/simulator/models.ts';
import { outputAt, planesOfDay } from '@heliograph/simulator/output.ts';
import type { Input } from '../src/installation/rules/orientation.ts';
import type { PlantDay } from '../src/problems/modules/rules/findings.ts';
import { EXCUSED } from '../src/problems/modules/rules/moduleDay.ts';
import {
  JUDGED_STEP_S,
  judgePlantDay,
  lightOf,
  type Measured,
  type Roof,
  roofOf,
} from '../src/problems/modules/rules/plantDay.ts';

/** Returns the roof as registered; devices with swapped numbers are mounted elsewhere. `hasPeaks`: with the rated power of the panels. */
export function roofOfSite({ devices }: FleetSite, hasPeaks = false): Roof {
  return roofOf(
    devices.flatMap(({ sn, model, inputs, stringNumber, tiltDeg, azimuthDeg }) => {
      const { ratedW, inputs: sockets } = bdmTraits[model];
      return inputs.flatMap((input, i) => {
        if (!input) return [];
        const strength = { peakW: hasPeaks ? input.moduleW : null, ratedW: ratedW / sockets, model: ratedW };
        return [{ sn, input: (i + 1) as Input, tilt: tiltDeg, azimuth: azimuthDeg, stringNumber, ...strength }];
      });
    }),
  );
}

const POINTS = JUDGED_STEP_S / 300;
const noReports = (slots: number) => new Float64Array(slots).fill(Number.NaN);

export function playedDay(site: FleetSite, roof: Roof, day: string): PlantDay {
  const sun = daylight(site, day);
  const light = lightOf(sun, site);
  const slots = light.sunDeg.length;
  let coldestC: number | null = null;
  const measured = site.devices.flatMap((device): Measured[] => {
    const planes = planesOfDay(sun, device);
    const { ratedW } = bdmTraits[device.model];
    const of = device.inputs.map(() => ({
      powerW: noReports(slots),
      voltageV: noReports(slots),
      excused: new Uint8Array(slots),
    }));
    for (let slot = 0; slot < slots; slot++) {
      let readings = 0;
      for (let point = slot * POINTS; point < (slot + 1) * POINTS && point < sun.steps; point++) {
        const sky = sun.skies[point];
        const atMs = sun.startMs + point * 300_000;
        if (!sky || device.faults.some((fault) => fault.kind === 'silence' && fault.fromMs <= atMs)) continue;
        const { acW, inputsW } = outputAt(site, device, planes, point, atMs);
        const deviceC = sky.ambientC + 5 + 0.009 * sky.global + (16 * acW) / ratedW;
        coldestC = Math.min(coldestC ?? deviceC, deviceC);
        for (const [i, one] of of.entries()) {
          const volts = inputShare(device.faults, i, atMs) === 0 ? 11.4 : 34;
          one.powerW[slot] = ((readings === 0 ? 0 : one.powerW[slot]!) * readings + inputsW[i]!) / (readings + 1);
          one.voltageV[slot] = volts;
          if (
            device.faults.some(
              (f) => f.kind === 'errorBits' && f.fromMs <= atMs && !(f.toMs !== undefined && f.toMs <= atMs),
            )
          )
            one.excused[slot] = EXCUSED.error;
          else if (acW >= 0.97 * ratedW && one.excused[slot] === 0) one.excused[slot] = EXCUSED.atLimit;
        }
        readings++;
      }
    }
    return of.filter((_, i) => device.inputs[i] !== null);
  });
  return judgePlantDay(site, { day, light, coldestC }, roof, measured);
}
