// Topics of a device (docs/devices/protocol.md).
import { SERIAL_NUMBER } from '@heliograph/contract/limits.ts';

/** A serial number as the portal writes it, of one whose letters may be small; undefined: it is none. */
export function numberIn(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  if (SERIAL_NUMBER.test(text)) return text;
  // Of other alphabets some letters would become some of A to Z.
  if (!/^[\x21-\x7e]*$/.test(text)) return undefined;
  const large = text.toUpperCase();
  return SERIAL_NUMBER.test(large) ? large : undefined;
}

type What = 'announce' | 'report' | 'state' | 'result' | 'opendtu';

/** What a device's number is followed by. */
const WAYS: readonly string[] = ['up', 'down', 'opendtu'];

/**
 * What a device's topic is about. `unknown`: of a kind that nobody here knows, where it may speak all the same; `elsewhere`:
 * it may not; `foreign`: that is another device's.
 */
export function topicIn(sn: string, topic: string): What | 'unknown' | 'elsewhere' | 'foreign' {
  const [hg, number, way, what, ...rest] = topic.split('/');
  if (hg !== 'hg') return 'elsewhere';
  const whose = numberIn(number);
  // A word in small letters may be anything; a number as the portal writes it is a device's.
  if (whose !== sn)
    return whose !== undefined && (whose === number || WAYS.includes(way ?? '')) ? 'foreign' : 'elsewhere';
  if (way === 'opendtu') return 'opendtu';
  if (way !== 'up') return 'elsewhere';
  if (rest.length > 0) return 'unknown';
  return (['announce', 'report', 'state', 'result'] as const).find((name) => name === what) ?? 'unknown';
}

/** Whether its will may be said there: anywhere that it may speak, as a topic and not a filter. */
export function mayWill(sn: string, topic: string): boolean {
  return !/[+#\0]/.test(topic) && ['up', 'opendtu'].includes(wayUnder(sn, topic));
}

/** What follows this number in a topic or a filter; '': it is another's. */
export function wayUnder(sn: string, topic: string): string {
  const [hg, number, way = '', ...rest] = topic.split('/');
  return hg === 'hg' && numberIn(number) === sn && rest.length > 0 ? way : '';
}
