// overview/overview
import { z } from 'zod';
import { call } from '../../call.ts';
import { benefit, production } from '../../entities/statistics.ts';
import { numberFigure, unknownFigures } from '../../figures.ts';
import { devices } from '../../pageModules.ts';

export const overviewOverview = call({
  summary:
    'Energy, benefits and counts over all visible plants, as the dashboard keeps them: of a branch some seconds old, of very many plants some minutes. Days that were brought in later are in the month at once and in the year a minute or more later; until then the year is at least its month. Money is left out where currencies differ.',
  access: { anyOf: ['PvPlant', 'Dashboard'] },
  request: z.object({}),
  response: z.object({
    statisticsProduction: production,
    benefit,
    siteCount: z.number().int(),
    deviceCount: devices(numberFigure(), null),
    /** Microinverters. */
    mrCount: devices(numberFigure(), null),
    gatewayCount: devices(numberFigure(), null),
    ...unknownFigures,
  }),
});
