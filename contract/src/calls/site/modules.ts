// site/modules
import { z } from 'zod';
import { call } from '../../call.ts';
import { moduleFacts, modulePage } from '../../entities/module.ts';
import { pageOrAll, textFilter } from '../../entities/page.ts';
import { iso, sid } from '../../entities/parts.ts';
import { numberFigure, unknownFigures } from '../../figures.ts';
import { devices } from '../../pageModules.ts';

const moduleRow = z.object({
  plcSN: z.string(),
  addr: z.number().int(),
  lastUpdate: z.string(),
  lastUpdateIso: iso,
  lastUpdateTime: z.number().int(),
  /** W. */
  now: numberFigure(),
  /** kWh. */
  todayPower: numberFigure(),
  /** Of its lifetime, kWh. */
  totalPower: numberFigure(),
  ...unknownFigures,
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
    /** Only modules on this module page; 0: on none. */
    modulePage: modulePage.optional(),
    /** Only modules whose number has this prefix, or whose name, product or device name contains it. */
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
    /** Number of devices with a matching module. */
    total: devices(z.number().int(), 0),
    /** Number of modules of the whole plant, regardless of the page. */
    total_plc: devices(z.number().int(), 0),
    /** Whether this is the last page. */
    is_all: z.boolean(),
  }),
  errors: ['siteNotFound'],
});
