// configuration/ota/list
import { z } from 'zod';
import { call } from '../../../call.ts';
import { firmwareRow } from '../../../entities/firmware.ts';
import { page, sortBy, textFilter, wordFilter } from '../../../entities/page.ts';
import { FIRMWARE_STATES } from '../../../firmware.ts';

export const configurationOtaList = call({
  summary:
    'Versions of firmware: those that are published, and for who brings them in also those that are not, or not yet whole.',
  access: { anyOf: ['OtaFile'] },
  request: z.object({
    page: page.prefault({}),
    filters: z
      .object({
        /** Part of the version, file name, description or product name. */
        keywords: textFilter,
        /** A model code. */
        model: textFilter,
        state: wordFilter(FIRMWARE_STATES),
      })
      .prefault({}),
    sort: sortBy(['created', 'model', 'version', 'bytes']),
  }),
  response: z.object({ list: z.array(firmwareRow), total: z.number().int() }),
});
