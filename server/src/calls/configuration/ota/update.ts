// configuration/ota/update: queues an update of a device, checked against what it said of itself.
import { Refusal } from '@heliograph/contract/errors.ts';
import { lockEditableDevice } from '../../../access/lockDevice.ts';
import { assertMayControl, readControlSwitch } from '../../../commands/controlRights.ts';
import {
  answerEnd,
  createConsentRequest,
  defaultRequiresConsent,
  isOthers,
} from '../../../firmware/consent/consentRequests.ts';
import { enqueueUpdate } from '../../../firmware/enqueueUpdate.ts';
import { firmwareOfDevices, publishedFirmware } from '../../../firmware/firmware.ts';
import { fitOf } from '../../../firmware/rules/versions.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationOtaUpdate: Handler<'configuration/ota/update'> = async (
  { sid, sn, id, isRollback, asksOwner },
  { sql, session, at, noteAudit },
) => {
  const { ownerId } = await lockEditableDevice({ sql, session }, { sid, sn });
  assertMayControl(session);
  if ((await readControlSwitch(sql, sid)).offAt) throw new Refusal('controlIsOff');
  const firmware = await publishedFirmware(sql, id);
  if (!firmware) throw new Refusal('firmwareNotFound');
  const [device] = await sql<{ model: number }[]>`
    select p.model from devices d join products p on p.id = d.product_id
    where d.sid = ${sid} and d.sn = ${sn} and d.removed_at is null`;
  if (!device) throw new Refusal('deviceNotFound');
  const told = (await firmwareOfDevices(sql, [{ sid, sn }])).get(`${sid} ${sn}`);
  const runs = { hardware: told?.hardware ?? '', versionName: told?.versionName ?? '' };
  const fit = device.model === firmware.model ? fitOf(runs, firmware) : 'otherHardware';
  if (fit === 'older' && !isRollback) throw new Refusal('olderFirmware', { version: runs.versionName });
  if (fit !== 'newer' && fit !== 'older') throw new Refusal('firmwareDoesNotFit');
  const { model: _, hardware: __, isForced, ...rest } = firmware;
  const order = { ...rest, before: runs.versionName };
  const asks =
    isOthers(ownerId, session.userId) && (asksOwner ?? defaultRequiresConsent({ isForced, isBack: isRollback }));
  const command = await enqueueUpdate(
    sql,
    session,
    { sid, sn, firmware: order, ...(asks ? { asksUntil: answerEnd(at) } : {}) },
    at,
  );
  const question = { sid, id: command, isRollout: false, firmwareId: id, versionName: firmware.versionName };
  if (asks) await createConsentRequest(sql, { ...question, companyId: session.companyId }, at);
  noteAudit({
    object: sid,
    before: { version: runs.versionName },
    after: {
      command,
      sn,
      firmware: id,
      version: firmware.versionName,
      ...(isRollback ? { isRollback } : {}),
      ...(asks ? { asks } : {}),
    },
  });
  return {
    update: {
      id: command,
      step: asks ? 'asking' : 'queued',
      reason: '',
      versionName: firmware.versionName,
      askedIso: at.toISOString(),
      endedIso: null,
    },
  };
};
