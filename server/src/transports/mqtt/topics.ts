// Serial numbers and topics of devices (docs/devices/protocol.md).
import { SERIAL_NUMBER } from '@heliograph/contract/limits.ts';

/** Returns the serial number in the portal's spelling, also of one in lower case; undefined: not a serial number. */
export function parseSerial(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  if (SERIAL_NUMBER.test(text)) return text;
  // Some letters of other alphabets become A to Z in upper case.
  if (!/^[\x21-\x7e]*$/.test(text)) return undefined;
  const upper = text.toUpperCase();
  return SERIAL_NUMBER.test(upper) ? upper : undefined;
}

const SUBJECTS = ['announce', 'report', 'state', 'result'] as const;
type Subject = (typeof SUBJECTS)[number] | 'opendtu';

/** The level after a device's serial number. */
const DIRECTIONS: readonly string[] = ['up', 'down', 'opendtu'];

/**
 * Classifies a topic to which a device publishes. `unknown`: a topic under `up/` without a meaning; `forbidden`: a topic that
 * it may not publish to; `otherDevice`: a topic of another device.
 */
export function topicSubject(sn: string, topic: string): Subject | 'unknown' | 'forbidden' | 'otherDevice' {
  const [root, serial, direction = '', subject, ...rest] = topic.split('/');
  if (root !== 'hg') return 'forbidden';
  const topicSn = parseSerial(serial);
  if (topicSn !== sn) {
    // Text in lower case may be any word; a serial number in the portal's spelling is a device's.
    const isOtherDevice = topicSn !== undefined && (topicSn === serial || DIRECTIONS.includes(direction));
    return isOtherDevice ? 'otherDevice' : 'forbidden';
  }
  if (direction === 'opendtu') return 'opendtu';
  if (direction !== 'up') return 'forbidden';
  if (rest.length > 0) return 'unknown';
  return SUBJECTS.find((name) => name === subject) ?? 'unknown';
}

/** Whether a device may publish its will to this topic; a filter is not a topic. */
export function canPublishWill(sn: string, topic: string): boolean {
  return !/[+#\0]/.test(topic) && ['up', 'opendtu'].includes(topicDirection(sn, topic));
}

/** Returns the level after this serial number in a topic or a filter; '': it is another device's. */
export function topicDirection(sn: string, topic: string): string {
  const [root, serial, direction = '', ...rest] = topic.split('/');
  return root === 'hg' && parseSerial(serial) === sn && rest.length > 0 ? direction : '';
}

/** MQTT's rule for filters: `+` matches one level, `#` the rest. */
export function topicMatches(filter: string, topic: string): boolean {
  const pattern = filter.split('/');
  const levels = topic.split('/');
  for (const [index, level] of pattern.entries()) {
    if (level === '#') return true;
    if (level !== '+' && level !== levels[index]) return false;
    if (index >= levels.length) return false;
  }
  return pattern.length === levels.length;
}
