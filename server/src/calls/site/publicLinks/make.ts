// site/publicLinks/make: creates a link to the plant's public page; its URL is shown only once.
import { randomUUID } from 'node:crypto';
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableSite } from '../../../access/lockSite.ts';
import { brandOfRequest } from '../../../brands/brands.ts';
import {
  hashOfToken,
  MAX_PUBLIC_LINKS,
  newToken,
  PUBLIC_DAYS,
  publicLinksOf,
  publicPageUrl,
} from '../../../plants/sharing/publicLinks.ts';
import { addDays, dayBounds, localDay } from '../../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../../platform/handler.ts';

export const sitePublicLinksMake: Handler<'site/publicLinks/make'> = async ({ sid, title, lastDay }, caller) => {
  const { context, sql, session, portal, at } = caller;
  const { timezone } = await lockEditableSite(sql, session, sid);
  const today = localDay(at.getTime(), timezone);
  if (lastDay < today || lastDay > addDays(today, PUBLIC_DAYS))
    throw new ApiError('publicUntil', { days: PUBLIC_DAYS });
  if ((await publicLinksOf(sql, sid, at)).length >= MAX_PUBLIC_LINKS)
    throw new ApiError('publicLinksFull', { most: MAX_PUBLIC_LINKS });
  const id = randomUUID();
  const token = newToken();
  await sql`
    insert into public_links (sid, id, token_hash, title, made_by, made_at, expires_at)
    values (${sid}, ${id}, ${hashOfToken(token)}, ${title}, ${session.userId}, ${at}, ${new Date(dayBounds(lastDay, timezone).endMs)})`;
  caller.noteAudit({ after: { id, title, lastDay } });
  return { id, url: publicPageUrl(await brandOfRequest(sql, context.config, portal), token) };
};
