// site/publicLinks/make
import { z } from 'zod';
import { call } from '../../../call.ts';
import { day, sid, text } from '../../../entities/parts.ts';

export const sitePublicLinksMake = call({
  summary:
    'Makes a link to a public page of a plant, for screens and guests: without address, people, serial numbers and money. The link is told this once.',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({
    sid,
    /** Heading of the page instead of the plant's name. */
    title: text(120).default(''),
    /** Last day of validity, by the plant's calendar; at most a year from today. */
    lastDay: day,
  }),
  response: z.object({ id: z.string(), url: z.string() }),
  errors: ['siteNotFound', 'siteReadOnly', 'publicUntil', 'publicLinksFull'],
  transaction: 'change',
  returnsSecret: true,
});
