// device/history
import { z } from 'zod';
import { call } from '../../call.ts';
import { page, sortBy } from '../../entities/page.ts';
import { day, daysOfDevice, iso } from '../../entities/parts.ts';

export const deviceHistory = call({
  summary:
    'Samples of a device over some days of its plant, at most 366, the newest first: as they were measured, nothing averaged.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({
    ...daysOfDevice,
    page: page.prefault({}),
    sort: sortBy(['time']),
  }),
  response: z.object({
    /** Quantities that any of the samples has, in the order of `values`. */
    columns: z.array(z.object({ name: z.string(), title: z.string(), unit: z.string() })),
    list: z.array(
      z.object({
        /** Epoch ms. */
        atMs: z.number().int(),
        iso,
        /** On the plant's clock. */
        time: z.string(),
        /** The status word's bits as four hex digits. */
        code: z.string(),
        /** Of its main error; "OK" without one. */
        statusTitle: z.string(),
        /** What the device was doing, by the words of its product; "" where it tells none. */
        mode: z.string(),
        /** From a file of an old system instead of the device. */
        imported: z.boolean(),
        /** To a thousandth; null: not measured. */
        values: z.array(z.number().nullable()),
      }),
    ),
    total: z.number().int(),
    /** Days of which stored samples cannot be read: what they lack is no night. */
    damaged: z.array(day),
  }),
  refusals: ['deviceNotFound', 'rangeTooLong', 'timeReversed', 'notYet'],
});
