// The mark of a problem as drawn on a module: a framed cell, solid for a fault and dashed for a warning, with a badge.
import classes from '../../../components/roof/roof.module.css';

export function ProblemIcon({ level }: { level: 'info' | 'warning' | 'fault' }) {
  const isFault = level === 'fault';
  const ink = isFault ? 'var(--fault)' : 'var(--warning)';
  return (
    <svg className={classes.swatch} width="16" height="16" aria-hidden>
      <path d="M1 3H13V15H1Z" fill="none" stroke={ink} strokeWidth="2" strokeDasharray={isFault ? undefined : '3 2'} />
      <circle cx="11.5" cy="4.5" r="4.5" fill={ink} />
      <path d="M11.5 2V5M11.5 6.2V7.2" stroke="var(--surface)" strokeWidth="1.4" />
    </svg>
  );
}
