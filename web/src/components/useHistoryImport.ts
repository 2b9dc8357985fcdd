// What newly registered devices brought along: how many have reported, since when one hears of them, how much energy.
import { useCall } from '../api/useCall.ts';
import { msOf } from '../format/times.ts';

export interface HistoryImport {
  count: number;
  reported: number;
  /** kWh of these devices before and since; null while nothing is known. */
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
  const wanted = new Set(serialNumbers);
  const list = (devices.data?.list ?? []).filter(({ sn }) => wanted.has(sn));
  const heard = list.filter(({ lastUpdateIso }) => msOf(lastUpdateIso) !== null);
  const energies = heard.flatMap(({ totalPower }) => (totalPower === null ? [] : [totalPower]));
  return {
    count: serialNumbers.length,
    reported: heard.length,
    totalKwh: energies.length === 0 ? null : energies.reduce((sum, kwh) => sum + kwh, 0),
    newestIso: heard.map(({ lastUpdateIso }) => lastUpdateIso).reduce(later, null),
    isLoading: devices.isPending && serialNumbers.length > 0,
  };
}

function later(one: string | null, other: string | null): string | null {
  return (msOf(one) ?? 0) >= (msOf(other) ?? 0) ? one : other;
}
