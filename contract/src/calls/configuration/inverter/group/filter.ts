// configuration/inverter/group/filter
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { page } from '../../../../entities/page.ts';
import { iso } from '../../../../entities/parts.ts';
import { modelCode } from '../../../../entities/product.ts';
import { setupFilters } from '../../../../entities/setup.ts';
import { devices } from '../../../../pageModules.ts';
import { PRODUCT_KINDS } from '../../../../products.ts';

export const configurationInverterGroupFilter = call({
  summary:
    'The groups whose devices can be set together, one a product; and of one group the devices that a filter finds, in all plants that the caller may change.',
  access: { anyOf: ['InverterConfiguration'] },
  request: z.object({
    /** Omitted: returns only the groups. */
    model: modelCode.optional(),
    filters: setupFilters.prefault({}),
    page: page.prefault({}),
  }),
  response: z.object({
    groups: z.array(z.object({ model: z.number().int(), name: z.string(), kind: z.enum(PRODUCT_KINDS) })),
    list: devices(
      z.array(
        z.object({
          sid: z.string(),
          siteName: z.string(),
          sn: z.string(),
          alias: z.string(),
          gatewaySn: z.string(),
          /** '': not reported. */
          firmware: z.string(),
          /** The owner switched remote control off; the device is left out. */
          isOff: z.boolean(),
          /** Next sunrise of the plant, while the device sleeps and cannot answer; null: it is awake. */
          sleepsUntilIso: iso,
        }),
      ),
      [],
    ),
    /** At most MAX_SETUP_DEVICES + 1. */
    total: z.number().int(),
    /** Whether any of the devices found, on whatever page, sleeps now. */
    isAnyAsleep: z.boolean(),
    /** Signed in with a password alone, which allows viewing only. */
    needsSecondFactor: z.boolean(),
    mayWrite: z.boolean(),
  }),
  errors: ['productNotFound'],
});
