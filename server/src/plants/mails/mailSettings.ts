// Settings of the mails about a plant: kinds and times.
import type { Transaction } from '../../platform/database/connect.ts';

export interface ReportSettings {
  daily: boolean;
  weekly: boolean;
  monthly: boolean;
  hour: number;
  language: string;
  alerts: 'off' | 'hourly' | 'window';
  alertStart: number;
  alertEnd: number;
  /** Whether the owner and the installer are notified of modules found dead, weak or swapped. */
  found: boolean;
  /** 0: no settings are stored yet. */
  version: number;
}

export const defaultSettings = (language: string): ReportSettings => ({
  daily: false,
  weekly: false,
  monthly: false,
  hour: 7,
  language,
  alerts: 'off',
  alertStart: 8,
  alertEnd: 17,
  found: true,
  version: 0,
});

/** Returns the stored settings; undefined: none. The caller must have checked that the session may see the plant. */
export async function readReportSettings(sql: Transaction, sid: string): Promise<ReportSettings | undefined> {
  const [row] = await sql<ReportSettings[]>`
    select daily, weekly, monthly, hour, language, alerts, alert_start, alert_end, found, version from report_settings where sid = ${sid}`;
  return row;
}
