// device/statistics/overview
import { z } from 'zod';
import { call } from '../../../call.ts';
import { alertFields } from '../../../entities/alert.ts';
import { lastUpdate, sid, sn } from '../../../entities/parts.ts';
import { benefit, energyFlow, production, provenance } from '../../../entities/statistics.ts';
import { numberFigure, unknownFigures } from '../../../figures.ts';
import { money } from '../../../pageModules.ts';

export const deviceStatisticsOverview = call({
  summary: 'What a device does now and has done.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn }),
  response: z.object({
    /** Highest power of today over five-minute slots and now, W. */
    maxNow: numberFigure(),
    totalNow: numberFigure(),
    totalNowUnit: z.literal('W'),
    currency_unit: money(z.string(), ''),
    local_electric_price: money(numberFigure(), null),
    ...unknownFigures,
    production,
    environmentalBenefit: benefit,
    status: z.number().int(),
    statusTitle: z.string(),
    ...alertFields,
    ...lastUpdate,
    isConsumption: z.boolean(),
    energy: energyFlow,
    /** Part of the total (not of its money) counted by the devices it replaced, kWh. */
    carriedOver: z.number(),
    provenance: z.object({ today: provenance, month: provenance, year: provenance, total: provenance }),
  }),
  errors: ['deviceNotFound'],
});
