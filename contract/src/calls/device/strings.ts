// device/strings
import { z } from 'zod';
import { call } from '../../call.ts';
import { acNow, deviceHead, inputNow, stringNow, temperatureNow } from '../../entities/deviceNow.ts';
import { sid, sn } from '../../entities/parts.ts';

export const deviceStrings = call({
  summary:
    'What a string inverter does now: each input (MPPT) and string beside those of the same orientation, the alternating side, insulation, temperature.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn }),
  response: z.object({
    ...deviceHead,
    ac: acNow,
    ...temperatureNow,
    insulation: z.number().nullable(),
    insulationUnit: z.literal('Ω'),
    inputs: z.array(inputNow),
    /** Currents only: voltage and power of a string are those of its input, which devices do not report. */
    strings: z.array(stringNow),
    /**
     * What its inputs are compared with: inputs of the same model in the plant whose modules have the same orientation, or other
     * inputs of the same device if that is not set. `tilt` and `azimuth` are null then, and if its modules have several orientations;
     * its strings, whose orientation is unknown, are then not compared.
     */
    compared: z.object({
      tilt: z.number().nullable(),
      azimuth: z.number().nullable(),
      devices: z.number().int(),
      inputs: z.number().int(),
      strings: z.number().int(),
    }),
  }),
  errors: ['deviceNotFound', 'otherKind'],
});
