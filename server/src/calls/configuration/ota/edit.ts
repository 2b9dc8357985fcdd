// configuration/ota/edit: publishes or withdraws a firmware version, or changes its description.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockFirmware } from '../../../firmware/lockFirmware.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationOtaEdit: Handler<'configuration/ota/edit'> = async (
  { id, revision, description, isForced, isPublished },
  { sql, session, at, noteAudit },
) => {
  const current = await lockFirmware(sql, session, id);
  if (current.revision !== revision) throw new ApiError('firmwareHasChanged');
  if (isPublished && !current.isWhole) throw new ApiError('firmwareNotWhole');
  const publishedAt = isPublished ? (current.publishedAt ?? at) : null;
  await sql`
    update firmware set description = ${description}, is_forced = ${isForced}, published_at = ${publishedAt},
      revision = revision + 1 where id = ${id}`;
  const before = {
    description: current.description,
    isForced: current.isForced,
    isPublished: current.publishedAt !== null,
  };
  noteAudit({ object: `firmware ${id}`, before, after: { description, isForced, isPublished } });
  return {};
};
