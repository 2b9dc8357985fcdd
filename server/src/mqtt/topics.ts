// Where a device speaks (docs/device-protocol.md).
type What = 'announce' | 'report' | 'state' | 'result' | 'opendtu';

/** What a device's topic is about; undefined: it may not speak there. */
export function topicIn(sn: string, topic: string): What | undefined {
  const [hg, number, way, what, ...rest] = topic.split('/');
  if (hg !== 'hg' || number !== sn) return undefined;
  if (way === 'opendtu') return 'opendtu';
  if (way !== 'up' || rest.length > 0) return undefined;
  return (['announce', 'report', 'state', 'result'] as const).find((name) => name === what);
}
