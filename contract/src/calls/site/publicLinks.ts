// site/publicLinks
import { z } from 'zod';
import { call } from '../../call.ts';
import { sid } from '../../entities/parts.ts';

export const sitePublicLinks = call({
  summary:
    'The links to the public page of a plant that are open; what stands in them is told once, when they are made.',
  access: { anyOf: ['PvPlant'] },
  request: z.object({ sid }),
  response: z.object({
    /** Only for users who may change the plant; those that expire first. */
    list: z.array(
      z.object({
        id: z.string(),
        /** Heading of the page; "" for the plant's name. */
        title: z.string(),
        madeIso: z.string(),
        /** The last day, on the plant's calendar. */
        lastDay: z.string(),
      }),
    ),
    mayChange: z.boolean(),
    /** By the plant's calendar: first and last possible day for the end of a new link. */
    firstDay: z.string(),
    lastDay: z.string(),
  }),
  errors: ['siteNotFound'],
});
