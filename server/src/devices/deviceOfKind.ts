// One device of the kinds that a call is about: of another kind it is refused by its name, as its own calls tell more of it.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { ReportKind } from '@heliograph/contract/report.ts';
import { accessibleDevice, type Device } from '../access/accessibleDevice.ts';
import type { CallContext } from '../context.ts';
import { reportKindOf } from '../families/kinds.ts';
import { messageText } from '../platform/texts/translate.ts';

export async function deviceOfKind(
  caller: Pick<CallContext, 'sql' | 'session' | 'at' | 'language'>,
  request: { sid?: string | undefined; sn: string },
  ...wanted: readonly ReportKind[]
): Promise<Device> {
  const device = await accessibleDevice(caller, request);
  const kind = reportKindOf(device.kind);
  if (!wanted.includes(kind))
    throw new Refusal('otherKind', { sn: device.sn, kind: messageText(caller.language, `kinds.${kind}`) });
  return device;
}
