// configuration/ota/update: queues a firmware update of a device, checked against the hardware and version it reported.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableDevice } from '../../../access/lockDevice.ts';
import { assertMayControl, assertSimulated, readControlSwitch } from '../../../commands/controlRights.ts';
import {
  consentDeadline,
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
  if ((await readControlSwitch(sql, sid)).offAt) throw new ApiError('controlIsOff');
  const firmware = await publishedFirmware(sql, id);
  if (!firmware) throw new ApiError('firmwareNotFound');
  const [device] = await sql<{ model: number; gatewaySn: string }[]>`
    select p.model, coalesce(nullif(d.gateway_sn, ''), d.sn) as gateway_sn from devices d join products p on p.id = d.product_id
    where d.sid = ${sid} and d.sn = ${sn} and d.removed_at is null`;
  if (!device) throw new ApiError('deviceNotFound');
  await assertSimulated(sql, session, { sid, gatewaySn: device.gatewaySn });
  const reported = (await firmwareOfDevices(sql, [{ sid, sn }])).get(`${sid} ${sn}`);
  const installed = { hardware: reported?.hardware ?? '', versionName: reported?.versionName ?? '' };
  const fit = device.model === firmware.model ? fitOf(installed, firmware) : 'otherHardware';
  if (fit === 'older' && !isRollback) throw new ApiError('olderFirmware', { version: installed.versionName });
  if (fit !== 'newer' && fit !== 'older') throw new ApiError('firmwareDoesNotFit');
  const { model: _, hardware: __, isForced, ...rest } = firmware;
  const order = { ...rest, before: installed.versionName };
  const asks =
    isOthers(ownerId, session.userId) && (asksOwner ?? defaultRequiresConsent({ isForced, isBack: isRollback }));
  const command = await enqueueUpdate(
    sql,
    session,
    { sid, sn, firmware: order, ...(asks ? { asksUntil: consentDeadline(at) } : {}) },
    at,
  );
  const question = { sid, id: command, isRollout: false, firmwareId: id, versionName: firmware.versionName };
  if (asks) await createConsentRequest(sql, { ...question, companyId: session.companyId }, at);
  noteAudit({
    object: sid,
    before: { version: installed.versionName },
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
