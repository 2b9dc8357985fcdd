// battery/hx/ota: installed firmware of a battery or hybrid, published versions offered to it, and progress of its last update.
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_OFFERED } from '@heliograph/contract/firmware.ts';
import { accessibleDevice } from '../../../access/accessibleDevice.ts';
import { accessibleSite } from '../../../access/accessibleSite.ts';
import { CONTROLLABLE, updatable } from '../../../commands/controllableDevices.ts';
import { mayControl, readControlSwitch } from '../../../commands/controlRights.ts';
import { reportKindOf } from '../../../families/kinds.ts';
import { firmwareOfDevices } from '../../../firmware/firmware.ts';
import { compareVersions, fitOf } from '../../../firmware/rules/versions.ts';
import type { Handler } from '../../../platform/handler.ts';
import { messageText } from '../../../platform/texts/translate.ts';

interface Published {
  id: number;
  versionName: string;
  hardware: string;
  description: string;
  bytes: number;
  isForced: boolean;
  publishedAt: Date;
}

export const batteryHxOta: Handler<'battery/hx/ota'> = async ({ sid, sn }, caller) => {
  const { sql, session, language } = caller;
  const { changeable } = await accessibleSite(caller, sid);
  const { kind } = await accessibleDevice(caller, { sid, sn });
  const reportKind = reportKindOf(kind);
  if (reportKind !== 'battery' && reportKind !== 'hybrid')
    throw new ApiError('otherKind', { sn, kind: messageText(language, `kinds.${reportKind}`) });
  const { fragment } = await updatable(sql, sid);
  const [[product], [reachable], control, installed] = await Promise.all([
    sql<{ model: number; modelName: string }[]>`
      select p.model, p.name as model_name from devices d join products p on p.id = d.product_id where d.sid = ${sid} and d.sn = ${sn}`,
    sql<{ sn: string }[]>`select d.sn from ${CONTROLLABLE(sql)} where ${fragment} and d.sn = ${sn}`,
    readControlSwitch(sql, sid),
    firmwareOfDevices(sql, [{ sid, sn }]),
  ]);
  const { model, modelName } = product!;
  const { hardware, versionName, update } = installed.get(`${sid} ${sn}`) ?? {
    hardware: '',
    versionName: '',
    update: null,
  };
  const published = await sql<Published[]>`
    select id, version_name, hardware, description, bytes, is_forced, published_at from firmware
    where model = ${model} and published_at is not null`;
  const offered = published
    .map((version) => ({ ...version, fit: fitOf({ hardware, versionName }, version) }))
    .filter(({ fit }) => fit === 'newer' || fit === 'older')
    .toSorted((left, right) => compareVersions(right.versionName, left.versionName) || right.id - left.id)
    .slice(0, MAX_OFFERED)
    .map(({ publishedAt, hardware: _, ...version }) => ({ ...version, publishedIso: publishedAt.toISOString() }));
  const isOver = update === null || update.step === 'updated' || update.step === 'failed';
  const mayUpdate =
    changeable && session.permissions.has('DeviceControl') && control.offAt === null && mayControl(session);
  return {
    sn,
    modelName,
    hardware,
    versionName,
    offered,
    update,
    rights: { update: mayUpdate && isOver && reachable !== undefined },
    needsSecondFactor: !mayControl(session),
  };
};
