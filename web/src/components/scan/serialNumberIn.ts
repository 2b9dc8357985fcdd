// Extracts the serial number from the content of a bar code or QR code: labels print it bare, after its name, in an address, or among other fields.
import { SERIAL_NUMBER } from '@heliograph/contract/limits.ts';

export interface Code {
  /** Name of the format in the reader library: `QRCode`, `Code128` ... */
  format: string;
  /** Content; GS1 elements follow their number in parentheses. */
  text: string;
}

/** Formats of product numbers, which are printed next to the serial number on a box. They are as long as some serial numbers, so only the format distinguishes them. */
const PRODUCT_FORMATS = new Set(['EAN13', 'EAN8', 'UPCA', 'UPCE', 'ISBN', 'ITF14']);

/** Formats without a mandatory check character: a single reading may be wrong. */
const UNCHECKED = new Set(['Code39', 'Code39Std', 'Code39Ext', 'ITF', 'Codabar']);
export const isChecked = ({ format }: Code): boolean => !UNCHECKED.has(format);

const NAME = 's(?:erial)?[ ./_-]*n(?:(?:umber|um|o|r)?\\.?)?|seriennummer|序列号|序號';
/** After its name: `SN:`, `S/N `, `Serial No. =`, also as a field of JSON or of an address. */
const NAMED = new RegExp(
  `(?<![0-9A-Za-z])(?:${NAME})["']?(?:\\s*[:=#：/]\\s*|\\s+)["']?([0-9A-Z][0-9A-Z_-]{3,31})(?![0-9A-Za-z_-])`,
  'i',
);
/** GS1: element 21 is the serial number, up to the next one. */
const GS1 = /\(21\)([^()\s]+)/;
/** ISO/IEC 15434, the format of part labels in data matrices: fields between separators, `S` before the serial number. */
const PART_FIELD = /(?<![0-9A-Za-z_-])S([0-9A-Z][0-9A-Z_-]{3,31})(?![0-9A-Za-z_-])/;
/** Another named field, which is not a serial number. */
const OTHER_FIELD = /^[a-z/ ]{2,12}[:=]/i;

const validated = (text: string | undefined): string => {
  const sn = (text ?? '').toUpperCase();
  return SERIAL_NUMBER.test(sn) ? sn : '';
};

/** Returns the serial number in upper case; '' when there is none. */
export function serialNumberIn({ format, text }: Code): string {
  if (PRODUCT_FORMATS.has(format)) return '';
  // Code 39 is printed between asterisks, which some readers include.
  const content = text.trim().replace(/^\*(.*)\*$/, '$1');
  if (/^\(\d{2,4}\)/.test(content)) return validated(GS1.exec(content)?.[1]);
  if (content.startsWith('[)>')) return validated(PART_FIELD.exec(content)?.[1]);
  const named = NAMED.exec(content);
  if (named) return validated(named[1]);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(content)) return validated(lastOfPath(content));
  if (OTHER_FIELD.test(content)) return '';
  return validated(content);
}

/** Returns the last part of an address if it has a digit; words such as `support` are not serial numbers. */
function lastOfPath(address: string): string {
  const last = address.split(/[?#]/)[0]!.replace(/\/+$/, '').split('/').slice(3).at(-1) ?? '';
  return /\d/.test(last) ? last : '';
}
