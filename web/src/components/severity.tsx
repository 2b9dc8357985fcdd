// The icon and colour of each severity, the same wherever an alert or problem stands.
import type { EventLevel } from '@heliograph/contract/events.ts';
import { IconAlertTriangle, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react';
import type { Tone } from '../ui/StatusDot.tsx';

export const SEVERITY_ICONS = {
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  fault: IconExclamationCircle,
} as const satisfies Record<EventLevel, unknown>;

export const SEVERITY_TONES = { info: 'offline', warning: 'warning', fault: 'fault' } as const satisfies Record<
  EventLevel,
  Tone
>;
