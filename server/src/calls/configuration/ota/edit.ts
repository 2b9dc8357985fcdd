// configuration/ota/edit: publishes a version of firmware, takes it back, or changes what is said of it.
import { Refusal } from '@heliograph/contract/errors.ts';
import { lockFirmware } from '../../../firmware/lockFirmware.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationOtaEdit: Handler<'configuration/ota/edit'> = async (
  { id, revision, description, isForced, isPublished },
  { sql, session, at, noteAudit },
) => {
  const now = await lockFirmware(sql, session, id);
  if (now.revision !== revision) throw new Refusal('firmwareHasChanged');
  if (isPublished && !now.isWhole) throw new Refusal('firmwareNotWhole');
  const publishedAt = isPublished ? (now.publishedAt ?? at) : null;
  await sql`
    update firmware set description = ${description}, is_forced = ${isForced}, published_at = ${publishedAt},
      revision = revision + 1 where id = ${id}`;
  const before = { description: now.description, isForced: now.isForced, isPublished: now.publishedAt !== null };
  noteAudit({ object: `firmware ${id}`, before, after: { description, isForced, isPublished } });
  return {};
};
