// device/credential: issues a new password for an MQTT device.
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleDevice } from '../../access/accessibleDevice.ts';
import { lockEditableSite } from '../../access/lockSite.ts';
import { issueCredentials } from '../../claiming/mqttCredentials.ts';
import { profileOf } from '../../families/families.ts';
import type { Handler } from '../../platform/handler.ts';
import { countAttempt } from '../../platform/limits/rateLimits.ts';

export const deviceCredential: Handler<'device/credential'> = async ({ sn }, caller) => {
  const { context, sql, session, at } = caller;
  const device = await accessibleDevice(caller, { sn });
  await lockEditableSite(sql, session, device.sid);
  // The serial number of a released device may belong to another plant by now.
  if (device.removedAt !== null) throw new ApiError('deviceNotFound');
  if (!profileOf(device.frameProfile).signsIn) throw new ApiError('noCredential');
  await countAttempt(context, 'credentials', session.userId);
  const [credential] = await issueCredentials(sql, [sn], at);
  caller.noteAudit({ object: device.sid, after: { sn } });
  return credential!;
};
