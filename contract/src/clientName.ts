// Names the program of a session from its user agent: "Firefox, Windows". Good enough to recognise one's own.

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Null if there is nothing to name; other programs than browsers are named by their first word. */
export function clientName(userAgent: string): string | null {
  const name = (table: typeof BROWSERS) => table.find(([mark]) => mark.test(userAgent))?.[1];
  const parts = [name(BROWSERS), name(SYSTEMS)].filter((part) => part !== undefined);
  if (parts.length > 0) return parts.join(', ');
  return userAgent.trim().split(/[\s/]/)[0]?.slice(0, 40) || null;
}
