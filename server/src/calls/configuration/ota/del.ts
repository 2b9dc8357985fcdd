// configuration/ota/del: deletes a version of firmware with its file.
import { changeableFirmware } from '../../../firmware/lockFirmware.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationOtaDel: Handler<'configuration/ota/del'> = async ({ id }, { sql, session, noteAudit }) => {
  const { versionName, model, hardware, fileName } = await changeableFirmware(sql, session, id);
  await sql`delete from firmware where id = ${id}`;
  noteAudit({ object: `firmware ${id}`, before: { versionName, model, hardware, fileName } });
  return {};
};
