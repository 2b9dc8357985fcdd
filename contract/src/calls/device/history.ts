// device/history
import { z } from 'zod';
import { call } from '../../call.ts';
import { page, sortBy } from '../../entities/page.ts';
import { day, daysOfDevice, iso } from '../../entities/parts.ts';

/** More samples than a device reports in a day. */
const WHOLE_DAY = { size: 10_000, num: 0 };

const request = z
  .object({
    ...daysOfDevice,
    /** Or `date`. */
    start: day.optional(),
    /** One day, as older programs send it: all of its samples, the oldest first, where `page` and `sort` are missing. */
    date: day.optional(),
    page: page.optional(),
    sort: sortBy(['time']),
  })
  .transform(({ date, start = date, ...given }, { addIssue }) => {
    if (start === undefined) {
      addIssue({ code: 'custom', path: ['start'], message: 'YYYY-MM-DD' });
      return z.NEVER;
    }
    const [isWholeDay, oldestFirst] = [date !== undefined, { field: 'time' as const, descending: false }];
    return {
      ...given,
      start,
      page: given.page ?? (isWholeDay ? WHOLE_DAY : page.parse({})),
      sort: isWholeDay && given.sort.length === 0 ? [oldestFirst] : given.sort,
    };
  });

export const deviceHistory = call({
  summary:
    'Samples of a device over some days of its plant, at most 366, the newest first: as they were measured, nothing averaged.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request,
  response: z.object({
    /** Quantities in any of the samples, in the order of `values`. */
    columns: z.array(z.object({ name: z.string(), title: z.string(), unit: z.string() })),
    list: z.array(
      z.object({
        /** Epoch ms. */
        atMs: z.number().int(),
        iso,
        /** Local time of the plant. */
        time: z.string(),
        /** The status word's bits as four hex digits. */
        code: z.string(),
        /** Title of its main error; "OK" if none. */
        statusTitle: z.string(),
        /** Operating mode in the words of its product; "" if not reported. */
        mode: z.string(),
        /** Imported from a file of a legacy system. */
        imported: z.boolean(),
        /** Rounded to a thousandth; null: not measured. */
        values: z.array(z.number().nullable()),
      }),
    ),
    total: z.number().int(),
    /** Days with unreadable stored samples: their gaps are not nights. */
    damaged: z.array(day),
  }),
  errors: ['deviceNotFound', 'rangeTooLong', 'timeReversed', 'notYet'],
});
