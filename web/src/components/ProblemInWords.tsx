// The worst open problem of a plant or device in a row: its title with the severity, and below it what it costs a week.
import type { ProblemInRow } from '@heliograph/contract/entities/problem.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { energyOfKwh, inline, money, wireNumber } from '../format/numbers.ts';
import { StatusDot } from '../ui/StatusDot.tsx';
import classes from './parts.module.css';
import { SEVERITY_ICONS, SEVERITY_TONES } from './severity.tsx';

type Cost = Pick<ProblemInRow, 'weekKwh' | 'weekMoney'>;

/** Smaller amounts are shown as no loss. */
export const MIN_SHOWN_KWH = 0.0005;

/** Returns energy and money lost per week, such as "12.3 kWh · €4.10 a week"; '' if nothing is lost, or it is unknown. */
export function weekText({ weekKwh, weekMoney }: Cost, currency: string, t: TFunction): string {
  if (weekKwh === null || weekKwh < MIN_SHOWN_KWH) return '';
  const amount = wireNumber(weekMoney);
  const amounts = [inline(energyOfKwh(weekKwh)), ...(amount !== null && currency ? [money(amount, currency)] : [])];
  return t('problem.week', { amount: amounts.join(' · ') });
}

interface Props {
  problem: ProblemInRow;
  /** Of the plant; '' if the user sees no money. */
  currency: string;
  /** Number of further problems. */
  more?: number;
  /** A second, quiet word, such as that it is night. */
  beside?: string;
}

export function ProblemInWords({ problem, currency, more = 0, beside }: Props) {
  const { t } = useTranslation();
  const { level, title } = problem;
  const Icon = SEVERITY_ICONS[level];
  const notes = [beside, weekText(problem, currency, t), more > 0 && t('problem.more', { count: more })];
  const note = notes.filter(Boolean).join(' · ');
  return (
    <div className={classes.problem}>
      <StatusDot
        tone={SEVERITY_TONES[level]}
        icon={<Icon size={16} stroke={1.75} role="img" aria-label={t(`problem.level.${level}`)} />}
      >
        <span className={classes.problemTitle} title={title}>
          {title}
        </span>
      </StatusDot>
      {note && (
        <div className="under num" title={note}>
          {note}
        </div>
      )}
    </div>
  );
}
