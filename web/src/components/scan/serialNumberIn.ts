// The serial number in what a bar or QR code says: labels print it bare, behind its name, in an address, or among other fields.
import { SERIAL_NUMBER } from '@heliograph/contract/limits.ts';

export interface Code {
  /** As its reader names it: `QRCode`, `Code128` ... */
  format: string;
  /** What it says; of GS1 elements each behind its number in parentheses. */
  text: string;
}

/** Numbers of products, which stand beside the serial number on a box: as long as some serial numbers, so the kind of code tells. */
const OF_PRODUCTS = new Set(['EAN13', 'EAN8', 'UPCA', 'UPCE', 'ISBN', 'ITF14']);

/** Their check character may be left out, or there is none: one reading alone may be wrong. */
const UNCHECKED = new Set(['Code39', 'Code39Std', 'Code39Ext', 'ITF', 'Codabar']);
export const isChecked = ({ format }: Code): boolean => !UNCHECKED.has(format);

const NAME = 's(?:erial)?[ ./_-]*n(?:(?:umber|um|o|r)?\\.?)?|seriennummer|序列号|序號';
/** Behind its name: `SN:`, `S/N `, `Serial No. =`, also as a field of JSON or of an address. */
const NAMED = new RegExp(
  `(?<![0-9A-Za-z])(?:${NAME})["']?(?:\\s*[:=#：/]\\s*|\\s+)["']?([0-9A-Z][0-9A-Z_-]{3,31})(?![0-9A-Za-z_-])`,
  'i',
);
/** GS1: element 21 is the serial number, up to the next one. */
const GS1 = /\(21\)([^()\s]+)/;
/** ISO/IEC 15434, as data matrices of parts are written: fields between separators, `S` before the serial number. */
const PART_FIELD = /(?<![0-9A-Za-z_-])S([0-9A-Z][0-9A-Z_-]{3,31})(?![0-9A-Za-z_-])/;
/** What else is a field by its name, not a serial number. */
const OTHER_FIELD = /^[a-z/ ]{2,12}[:=]/i;

const formed = (text: string | undefined): string => {
  const sn = (text ?? '').toUpperCase();
  return SERIAL_NUMBER.test(sn) ? sn : '';
};

/** Upper case, as the portal writes it; '' when there is none. */
export function serialNumberIn({ format, text }: Code): string {
  if (OF_PRODUCTS.has(format)) return '';
  // Code 39 is printed between asterisks, which some readers tell.
  const said = text.trim().replace(/^\*(.*)\*$/, '$1');
  if (/^\(\d{2,4}\)/.test(said)) return formed(GS1.exec(said)?.[1]);
  if (said.startsWith('[)>')) return formed(PART_FIELD.exec(said)?.[1]);
  const named = NAMED.exec(said);
  if (named) return formed(named[1]);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(said)) return formed(lastOfPath(said));
  if (OTHER_FIELD.test(said)) return '';
  return formed(said);
}

/** An address that ends in a number; words such as `support` are none. */
function lastOfPath(address: string): string {
  const last = address.split(/[?#]/)[0]!.replace(/\/+$/, '').split('/').slice(3).at(-1) ?? '';
  return /\d/.test(last) ? last : '';
}
