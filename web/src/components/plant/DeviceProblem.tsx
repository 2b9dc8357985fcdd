// The worst problem of a device below its name: in words, with what it costs a week; without one, the alert that it reports.
import type { ProblemInRow } from '@heliograph/contract/entities/problem.ts';
import { useTranslation } from 'react-i18next';
import { weekText } from '../ProblemInWords.tsx';
import classes from './plant.module.css';

interface Props {
  device: { problem: ProblemInRow | null; alertCode?: string; alertTitle?: string };
  currency: string;
}

export function DeviceProblem({ device: { problem, alertCode = '0000', alertTitle }, currency }: Props) {
  const { t } = useTranslation();
  if (!problem) return alertCode === '0000' ? null : <div className={classes.alertText}>{alertTitle}</div>;
  // The cost of a problem that several devices share is not that of this one.
  const cost = problem.devices === 1 ? weekText(problem, currency, t) : '';
  return (
    <div className={classes.alertText} data-level={problem.level}>
      {[problem.title, cost].filter(Boolean).join(' · ')}
    </div>
  );
}
