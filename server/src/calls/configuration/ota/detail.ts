// configuration/ota/detail: one firmware version.

import { ApiError } from '@heliograph/contract/errors.ts';
import { peopleById } from '../../../access/namedPeople.ts';
import { type FirmwareFacts, firmwareColumns, firmwareRowOf, firmwareTables } from '../../../firmware/firmware.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationOtaDetail: Handler<'configuration/ota/detail'> = async ({ id }, { sql, session }) => {
  const [facts] = await sql<FirmwareFacts[]>`
    select ${firmwareColumns(sql)} from ${firmwareTables(sql)} where f.id = ${id}`;
  if (!facts) throw new ApiError('firmwareNotFound');
  const row = firmwareRowOf(facts, session);
  const uploader = row.rights.update ? (await peopleById(sql, [facts.createdBy])).get(facts.createdBy ?? 0) : undefined;
  return { firmware: { ...row, revision: facts.revision, addedBy: uploader?.name || uploader?.email || '' } };
};
