// Settings tab of a battery: its settings and its firmware.
import parameterClasses from '../../../components/parameters/parameters.module.css';
import { BatteryFirmware } from './BatteryFirmware.tsx';
import { BatterySettings } from './BatterySettings.tsx';
import type { CALLS } from './calls.ts';

interface Props {
  sid: string;
  sn: string;
  kind: keyof typeof CALLS;
  timeZone: string;
}

export function SettingsTab({ timeZone, ...device }: Props) {
  return (
    <div className={parameterClasses.stack}>
      <BatterySettings {...device} />
      <BatteryFirmware sid={device.sid} sn={device.sn} timeZone={timeZone} />
    </div>
  );
}
