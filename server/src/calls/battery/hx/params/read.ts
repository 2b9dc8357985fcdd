// battery/hx/params/read: reads the settings of a battery or a hybrid from the device, by one command at a time.
import { readBattery } from '../../../../commands/readBattery.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const batteryHxParamsRead: Handler<'battery/hx/params/read'> = readBattery;
