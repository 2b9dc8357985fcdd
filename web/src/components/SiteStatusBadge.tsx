// The state of a plant or device as a coloured mark with its label; silence at night is shown as normal, and without a connection nothing is shown as currently online.

import type { WaitsFor } from '@heliograph/contract/entities/site.ts';
import type { EventLevel } from '@heliograph/contract/events.ts';
import { type SiteStatus, STATUS, statusName } from '@heliograph/contract/statuses.ts';
import {
  IconCircleDashed,
  IconCircleFilled,
  IconHistory,
  IconMoon,
  IconPlugConnectedX,
  IconQuestionMark,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { dataFrom, useIsLost } from '../api/connection.ts';
import { whenText } from '../format/times.ts';
import { StatusDot, type Tone } from '../ui/StatusDot.tsx';
import { SEVERITY_ICONS, SEVERITY_TONES } from './severity.tsx';

type Look = {
  tone: Tone;
  icon: typeof IconMoon;
  size: number;
  word: `state.${SiteStatus | 'night' | 'asleep' | 'importing' | 'unheard'}` | `problem.level.${EventLevel}`;
};

const LOOKS: Record<SiteStatus, Look> = {
  online: { tone: 'ok', icon: IconCircleFilled, size: 9, word: 'state.online' },
  alert: { tone: 'fault', icon: SEVERITY_ICONS.fault, size: 16, word: 'state.alert' },
  offline: { tone: 'offline', icon: IconPlugConnectedX, size: 16, word: 'state.offline' },
  uncommissioned: { tone: 'offline', icon: IconCircleDashed, size: 16, word: 'state.uncommissioned' },
  notRegistered: { tone: 'warning', icon: IconQuestionMark, size: 16, word: 'state.notRegistered' },
};

interface Props {
  /** Wire value: 0 online, -1 offline, 1 alert, 2 uncommissioned, 3 not registered. */
  status: number;
  /** Online, but idle without sun according to the server: not shown as online. */
  isAsleep?: boolean;
  /** It is night at the plant. */
  isNight?: boolean;
  /** Of a plant without current values, see the contract. */
  waitsFor?: WaitsFor | null;
  /** Its worst open problem, which matters by day and by night. */
  problem?: { level: EventLevel } | null;
}

const NIGHT: Look = { tone: 'offline', icon: IconMoon, size: 15, word: 'state.night' };
const ASLEEP: Look = { tone: 'offline', icon: IconMoon, size: 15, word: 'state.asleep' };

const WAITING: Record<WaitsFor, Look> = {
  import: { tone: 'offline', icon: IconHistory, size: 16, word: 'state.importing' },
  report: { tone: 'offline', icon: IconCircleDashed, size: 16, word: 'state.unheard' },
};

export function lookOf({ status, isAsleep = false, isNight = false, waitsFor, problem }: Props): Look {
  // A device that is offline shows that; its problem is its silence.
  if (problem && status !== STATUS.offline) {
    const { level } = problem;
    return { tone: SEVERITY_TONES[level], icon: SEVERITY_ICONS[level], size: 16, word: `problem.level.${level}` };
  }
  if (waitsFor && status === STATUS.uncommissioned) return WAITING[waitsFor];
  return isAsleep ? (isNight ? NIGHT : ASLEEP) : LOOKS[statusName(status)];
}

export function SiteStatusBadge(props: Props) {
  const { t } = useTranslation();
  const isOnline = props.status === STATUS.online && !props.problem;
  const { tone, icon: Icon, size, word } = lookOf(props);
  const isOld = useIsLost() && isOnline;
  const fromMs = isOld ? dataFrom() : null;
  return (
    <StatusDot tone={isOld ? 'offline' : tone} icon={<Icon size={size} stroke={1.75} aria-hidden />}>
      {t(word)}
      {fromMs !== null && (
        <span className="muted num">{t('connection.asOf', { time: whenText(fromMs, Date.now()) })}</span>
      )}
    </StatusDot>
  );
}
