// The legend of a layout: a colour scale with its unit, and the marks for nothing produced, no data and problems with their number.
import { useTranslation } from 'react-i18next';
import { RAMP } from '../../../components/roof/ramp.ts';
import classes from '../../../components/roof/roof.module.css';
import { ProblemIcon } from './ProblemIcon.tsx';

interface Props {
  /** Texts at both ends of the scale, with unit. */
  scale: { from: string; to: string };
  /** Label of modules that produce, or have produced, nothing. */
  nothing: string;
  /** Number of modules by the level of their problem. */
  problems: { fault: number; warning: number };
  /** Selects the next module with a problem of this level. */
  onProblem: (level: 'fault' | 'warning') => void;
}

export function RoofLegend({ scale, nothing, problems, onProblem }: Props) {
  const { t } = useTranslation();
  const colours = RAMP.filter((_, level) => level % 7 === 0).join(', ');
  return (
    <div className={classes.legend}>
      <span className={classes.scale}>
        <span className="num">{scale.from}</span>
        <span className={classes.bar} style={{ background: `linear-gradient(90deg, ${colours})` }} aria-hidden />
        <span className="num">{scale.to}</span>
      </span>
      <span className={classes.entry}>
        <svg className={classes.swatch} width="14" height="14" aria-hidden>
          <path d="M0 0H14V14H0Z" fill="#000000" stroke="#9da9b5" />
          <path d="M4 4L10 10M10 4L4 10" stroke="#9da9b5" />
        </svg>
        {nothing}
      </span>
      <span className={classes.entry}>
        <svg className={classes.swatch} width="14" height="14" aria-hidden>
          <path d="M-3 7L7 -3M0 14L14 0M7 17L17 7" stroke="var(--border-strong)" strokeWidth="1.5" />
          <path d="M.5 .5H13.5V13.5H.5Z" fill="none" stroke="var(--border-strong)" />
        </svg>
        {t('roof.noData')}
      </span>
      {(['fault', 'warning'] as const).map(
        (level) =>
          problems[level] > 0 && (
            <button
              key={level}
              type="button"
              className={classes.problemEntry}
              title={t('roof.nextProblem')}
              onClick={() => onProblem(level)}
            >
              <ProblemIcon level={level} />
              {t(`roof.problems.${level}`, { count: problems[level] })}
            </button>
          ),
      )}
    </div>
  );
}
