// site/publicLinks/revoke: revokes a link immediately.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableSite } from '../../../access/lockSite.ts';
import type { Handler } from '../../../platform/handler.ts';

export const sitePublicLinksRevoke: Handler<'site/publicLinks/revoke'> = async (
  { sid, id },
  { sql, session, noteAudit },
) => {
  await lockEditableSite(sql, session, sid);
  const [link] = await sql<{ title: string }[]>`
    delete from public_links where sid = ${sid} and id = ${id} returning title`;
  if (!link) throw new ApiError('publicPageNotFound');
  noteAudit({ before: { id, title: link.title } });
  return {};
};
