// Note below a device's main figure: the age of stale values, else the given children.
import type { ReactNode } from 'react';
import { LiveAge } from '../../components/LiveAge.tsx';
import type { Device } from './kinds.ts';
import { uploadEveryS } from './live.ts';

export function AgeWhenStale({
  device,
  isStale,
  children,
}: {
  device: Device;
  isStale: boolean;
  children?: ReactNode;
}) {
  const { lastUpdateIso, timezone } = device;
  if (!isStale || lastUpdateIso === null) return children;
  return <LiveAge at={lastUpdateIso} uploadEveryS={uploadEveryS(device)} timeZone={timezone} />;
}
