// site/modules
import { z } from 'zod';
import { call } from '../../call.ts';
import { moduleFacts, modulePage } from '../../entities/module.ts';
import { pageOrAll, textFilter } from '../../entities/page.ts';
import { iso, sid } from '../../entities/parts.ts';
import { devices } from '../../pageModules.ts';

const moduleRow = z.object({
  plcSN: z.string(),
  addr: z.number().int(),
  lastUpdate: z.string(),
  lastUpdateIso: iso,
  lastUpdateTime: z.number().int(),
  now: z.number().nullable(),
  todayPower: z.number().nullable(),
  totalPower: z.number().nullable(),
  units: z.string(),
  version: z.string(),
  status: z.string(),
  ...moduleFacts,
  model: z.number().int(),
  model_name: z.string(),
});

export const siteModules = call({
  summary: 'The modules (inputs) of a plant by device, a page of devices at a time.',
  access: { anyOf: ['PvPlant'] },
  request: z.object({
    sid,
    page: pageOrAll,
    /** Only those on this page of the plant's modules; 0: on none. */
    modulePage: modulePage.optional(),
    /** Only those whose number begins so, or whose name, product or device's name holds it. */
    keywords: textFilter,
  }),
  response: z.object({
    list: devices(
      z.array(
        z.object({
          sn: z.string(),
          isPhase: z.number().int(),
          modules: z.array(moduleRow),
          status: z.number().int(),
          statusTitle: z.string(),
          alertCode: z.string(),
          alertTitle: z.string(),
          model: z.number().int(),
          modelName: z.string(),
          lastUpdate: z.string(),
          lastUpdateIso: iso,
          version: z.string(),
          alias: z.string(),
        }),
      ),
      [],
    ),
    /** Devices that have a module that fits. */
    total: devices(z.number().int(), 0),
    /** Modules of the whole plant, whatever the page. */
    total_plc: devices(z.number().int(), 0),
    /** Whether no device follows after this page. */
    is_all: z.boolean(),
  }),
  refusals: ['siteNotFound'],
});
