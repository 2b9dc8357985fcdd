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
    /** Their currents alone: a string's voltage and power are those of the input on which it hangs, which no device names. */
    strings: z.array(stringNow),
    /**
     * What its inputs are compared with: each with those of its model in the plant whose modules face as its own do, with others
     * of itself where that is not set. `tilt` and `azimuth` are null there, and where its modules face several ways; then its
     * strings, of which nobody knows which faces where, are compared with nothing.
     */
    compared: z.object({
      tilt: z.number().nullable(),
      azimuth: z.number().nullable(),
      devices: z.number().int(),
      inputs: z.number().int(),
      strings: z.number().int(),
    }),
  }),
  refusals: ['deviceNotFound', 'otherKind'],
});
