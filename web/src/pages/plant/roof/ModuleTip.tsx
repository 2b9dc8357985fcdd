// What the module under the pointer produces, and its problems; keys and touch read the same in the line below the plan.
import { useTranslation } from 'react-i18next';
import { moduleName } from '../../../components/roof/names.ts';
import classes from '../../../components/roof/roof.module.css';
import { DASH } from '../../../format/numbers.ts';
import { ProblemLine } from './ProblemLine.tsx';
import type { ShownModule } from './RoofView.tsx';

/** Position and width of the canvas, in its pixels. */
export interface TipPoint {
  x: number;
  y: number;
  width: number;
}

/** Half of the tip's width, and the height below which it is shown under the module. */
const HALF_PX = 120;
const ABOVE_PX = 96;

interface Props {
  module: ShownModule;
  /** The value that colours it; a dash for no data. */
  text: string;
  timeZone: string | undefined;
  /** The middle of the module; null: it is not drawn. */
  at: TipPoint | null;
}

export function ModuleTip({ module, text, timeZone, at }: Props) {
  const { t } = useTranslation();
  if (!at) return null;
  return (
    <div
      className={classes.tip}
      data-below={at.y < ABOVE_PX || undefined}
      style={{ left: Math.max(HALF_PX, Math.min(at.width - HALF_PX, at.x)), top: at.y }}
      aria-hidden
    >
      <span className={classes.tipHead}>
        <strong>{moduleName(module)}</strong>
        <span className="num">{text === DASH ? t('roof.noData') : text}</span>
      </span>
      {module.problems.map((problem) => (
        <ProblemLine key={problem.title} problem={problem} timeZone={timeZone} className={classes.tipProblem} />
      ))}
    </div>
  );
}
