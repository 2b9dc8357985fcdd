// Reads one device of the kinds that a call supports.
/** Returns the device. Refuses with otherKind, which names the kind, a device of another kind: it has calls of its own. */
import { ApiError } from '@heliograph/contract/errors.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';
import { accessibleDevice, type Device } from '../access/accessibleDevice.ts';
import type { CallContext } from '../context.ts';
import { reportKindOf } from '../families/kinds.ts';
import { messageText } from '../platform/texts/translate.ts';

export async function deviceOfKind(
  context: Pick<CallContext, 'sql' | 'session' | 'at' | 'language'>,
  request: { sid?: string | undefined; sn: string },
  ...kinds: readonly ReportKind[]
): Promise<Device> {
  const device = await accessibleDevice(context, request);
  const kind = reportKindOf(device.kind);
  if (!kinds.includes(kind))
    throw new ApiError('otherKind', { sn: device.sn, kind: messageText(context.language, `kinds.${kind}`) });
  return device;
}
