// Imported history of newly registered devices: number of devices with data, time of the newest data, total energy.
import { useCall } from '../api/useCall.ts';
import { msOf } from '../format/times.ts';

export interface HistoryImport {
  count: number;
  reported: number;
  /** Total kWh of these devices, from before and after their registration; null while unknown. */
  totalKwh: number | null;
  /** ISO 8601 of the newest data; null for never. */
  newestIso: string | null;
  isLoading: boolean;
}

export function useHistoryImport(sid: string, serialNumbers: readonly string[]): HistoryImport {
  const devices = useCall(
    'device/list',
    { page: { size: 200, num: 0 }, filters: { sid } },
    { enabled: serialNumbers.length > 0, refetchIntervalMs: 5000, staleMs: 0 },
  );
  const registered = new Set(serialNumbers);
  const list = (devices.data?.list ?? []).filter(({ sn }) => registered.has(sn));
  const reporting = list.filter(({ lastUpdateIso }) => msOf(lastUpdateIso) !== null);
  const energies = reporting.flatMap(({ totalPower }) => (totalPower === null ? [] : [totalPower]));
  return {
    count: serialNumbers.length,
    reported: reporting.length,
    totalKwh: energies.length === 0 ? null : energies.reduce((sum, kwh) => sum + kwh, 0),
    newestIso: reporting.map(({ lastUpdateIso }) => lastUpdateIso).reduce(later, null),
    isLoading: devices.isPending && serialNumbers.length > 0,
  };
}

function later(one: string | null, other: string | null): string | null {
  return (msOf(one) ?? 0) >= (msOf(other) ?? 0) ? one : other;
}
