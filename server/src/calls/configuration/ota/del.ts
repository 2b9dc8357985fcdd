// configuration/ota/del: deletes a firmware version with its file.
import { lockFirmware } from '../../../firmware/lockFirmware.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationOtaDel: Handler<'configuration/ota/del'> = async ({ id }, { sql, session, noteAudit }) => {
  const { versionName, model, hardware, fileName } = await lockFirmware(sql, session, id);
  await sql`delete from firmware where id = ${id}`;
  noteAudit({ object: `firmware ${id}`, before: { versionName, model, hardware, fileName } });
  return {};
};
