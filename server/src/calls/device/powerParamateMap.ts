// device/powerParamateMap (the wire's spelling): the quantities a device sends, the `lines` that its charts take.
import type { Handler } from '../../http/handler.ts';
import { parametersOf } from '../../rules/parameters.ts';
import { visibleDevice } from '../../sql/visibleDevice.ts';

export const devicePowerParamateMap: Handler<'device/powerParamateMap'> = async (request, { sql, session }) => {
  const device = await visibleDevice(sql, session, request);
  return { list: parametersOf(device).map(({ name, unit }) => ({ name, unit })) };
};
