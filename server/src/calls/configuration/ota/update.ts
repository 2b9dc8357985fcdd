// configuration/ota/update: queues an update of a device, checked against what it said of itself.
import { Refusal } from '@heliograph/contract/errors.ts';
import { askUpdate } from '../../../commands/askUpdate.ts';
import { controlSwitch, mustControl } from '../../../commands/control.ts';
import type { Handler } from '../../../handler.ts';
import { fitOf } from '../../../rules/firmware.ts';
import { changeableDevice } from '../../../sql/changeableDevice.ts';
import { firmwareOfDevices, publishedFirmware } from '../../../sql/firmware.ts';

export const configurationOtaUpdate: Handler<'configuration/ota/update'> = async (
  { sid, sn, id, isRollback },
  { sql, session, at, noteAudit },
) => {
  await changeableDevice({ sql, session }, { sid, sn });
  mustControl(session);
  if ((await controlSwitch(sql, sid)).offAt) throw new Refusal('controlIsOff');
  const firmware = await publishedFirmware(sql, id);
  if (!firmware) throw new Refusal('noSuchFirmware');
  const [device] = await sql<{ model: number }[]>`
    select p.model from devices d join products p on p.id = d.product_id
    where d.sid = ${sid} and d.sn = ${sn} and d.removed_at is null`;
  if (!device) throw new Refusal('noSuchDevice');
  const told = (await firmwareOfDevices(sql, [{ sid, sn }])).get(`${sid} ${sn}`);
  const runs = { hardware: told?.hardware ?? '', versionName: told?.versionName ?? '' };
  const fit = device.model === firmware.model ? fitOf(runs, firmware) : 'otherHardware';
  if (fit === 'older' && !isRollback) throw new Refusal('olderFirmware', { version: runs.versionName });
  if (fit !== 'newer' && fit !== 'older') throw new Refusal('firmwareDoesNotFit');
  const { model: _, hardware: __, ...rest } = firmware;
  const order = { ...rest, before: runs.versionName };
  const command = await askUpdate(sql, session, { sid, sn, firmware: order }, at);
  noteAudit({
    object: sid,
    before: { version: runs.versionName },
    after: { command, sn, firmware: id, version: firmware.versionName, ...(isRollback ? { isRollback } : {}) },
  });
  return {
    update: {
      ...{ id: command, step: 'queued', reason: '', versionName: firmware.versionName },
      ...{ askedIso: at.toISOString(), endedIso: null },
    },
  };
};
