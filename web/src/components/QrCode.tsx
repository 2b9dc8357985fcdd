// Draws a QR code: always dark on white, because scanners expect it, with its quiet zone.
import { encode } from 'uqr';

const QUIET_ZONE = 4;

export function QrCode({ text, label, size = 160 }: { text: string; label: string; size?: number }) {
  const { data } = encode(text, { ecc: 'L', border: 0 });
  const span = data.length + 2 * QUIET_ZONE;
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${span} ${span}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={span} height={span} rx={1.5} fill="#ffffff" />
      <path d={path} fill="#111827" />
    </svg>
  );
}
