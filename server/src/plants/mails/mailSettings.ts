// Which mails about a plant are sent and when.
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
  /** Modules that are found dead, weak or swapped are told to the owner and to who looks after the plant. */
  found: boolean;
  /** 0: nobody has set anything yet. */
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

/** The plant was found among those that the session sees. */
export async function readReportSettings(sql: Transaction, sid: string): Promise<ReportSettings | undefined> {
  const [row] = await sql<ReportSettings[]>`
    select daily, weekly, monthly, hour, language, alerts, alert_start, alert_end, found, version from report_settings where sid = ${sid}`;
  return row;
}
