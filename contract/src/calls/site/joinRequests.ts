// site/joinRequests
import { z } from 'zod';
import { call } from '../../call.ts';
import { page } from '../../entities/page.ts';
import { sid } from '../../entities/parts.ts';
import { devices } from '../../pageModules.ts';

export const siteJoinRequests = call({
  summary: 'Open requests for access to plants that this session may share, oldest first.',
  access: { anyOf: ['SiteUpdate'] },
  request: z.object({
    /** Default: all plants that this session may share. */
    sid: sid.optional(),
    page: page.prefault({}),
  }),
  response: z.object({
    list: z.array(
      z.object({
        sid,
        siteName: z.string(),
        /** Address that the person has proved to have. */
        email: z.string(),
        /** As the person entered it; "" for none. */
        name: z.string(),
        /** Device of the plant by which the person asks; "" for a role that sees no devices. */
        sn: devices(z.string(), ''),
        /** "" for none. */
        message: z.string(),
        askedIso: z.string(),
        expiresIso: z.string(),
        /** Whether this session may make the person the owner: the plant has none. */
        mayMakeOwner: z.boolean(),
      }),
    ),
    total: z.number().int(),
  }),
  errors: ['siteNotFound'],
});
