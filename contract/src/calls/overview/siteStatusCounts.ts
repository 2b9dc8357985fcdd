// overview/siteStatusCounts
import { z } from 'zod';
import { call } from '../../call.ts';

export const overviewSiteStatusCounts = call({
  summary: 'How many visible plants are in each status.',
  access: { anyOf: ['PvPlant', 'Dashboard'] },
  request: z.object({}),
  response: z.object({ siteCount: z.number().int(), statusMap: z.record(z.string(), z.number().int()) }),
});
