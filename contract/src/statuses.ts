// States of plants and devices, and the sixteen error bits of an inverter's status word.

/** wire.md section 3: status integers on the wire. */
export const STATUS = { online: 0, offline: -1, alert: 1, uncommissioned: 2, notRegistered: 3 } as const;
export type SiteStatus = keyof typeof STATUS;
export type StatusNumber = (typeof STATUS)[SiteStatus];

export function statusName(status: number): SiteStatus {
  const found = (Object.keys(STATUS) as SiteStatus[]).find((name) => STATUS[name] === status);
  return found ?? 'offline';
}

/** spec.md section 4: code (hex, as shown) of each bit of the status word, lowest bit first. */
export const ERROR_CODES = [
  '0001',
  '0002',
  '0004',
  '0008',
  '0010',
  '0020',
  '0040',
  '0080',
  '0100',
  '0200',
  '0400',
  '0800',
  '1000',
  '2000',
  '4000',
  '8000',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export const isErrorCode = (code: string): code is ErrorCode => (ERROR_CODES as readonly string[]).includes(code);
