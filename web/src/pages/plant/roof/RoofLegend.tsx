// The legend of a layout: a fixed colour scale in watts, and the marks for no power, no data and faults.
import { useTranslation } from 'react-i18next';
import { RAMP } from '../../../components/roof/ramp.ts';
import classes from '../../../components/roof/roof.module.css';
import { inline, power } from '../../../format/numbers.ts';

export function RoofLegend({ scaleW }: { scaleW: number }) {
  const { t } = useTranslation();
  const colours = RAMP.filter((_, level) => level % 7 === 0).join(', ');
  return (
    <div className={classes.legend}>
      <span className={classes.scale}>
        <span className="num">0 W</span>
        <span className={classes.bar} style={{ background: `linear-gradient(90deg, ${colours})` }} aria-hidden />
        <span className="num">{inline(power(scaleW))}</span>
      </span>
      <span className={classes.entry}>
        <svg className={classes.swatch} width="14" height="14" aria-hidden>
          <path d="M0 0H14V14H0Z" fill="#000000" stroke="#9da9b5" />
          <path d="M4 4L10 10M10 4L4 10" stroke="#9da9b5" />
        </svg>
        {t('roof.noPower')}
      </span>
      <span className={classes.entry}>
        <svg className={classes.swatch} width="14" height="14" aria-hidden>
          <path d="M-3 7L7 -3M0 14L14 0M7 17L17 7" stroke="var(--border-strong)" strokeWidth="1.5" />
          <path d="M.5 .5H13.5V13.5H.5Z" fill="none" stroke="var(--border-strong)" />
        </svg>
        {t('roof.noData')}
      </span>
      <span className={classes.entry}>
        <svg className={classes.swatch} width="14" height="14" aria-hidden>
          <path d="M1 1H13V13H1Z" fill="none" stroke="var(--fault)" strokeWidth="2" />
          <path d="M7 0H14V7Z" fill="var(--fault)" />
        </svg>
        {t('roof.fault')}
      </span>
    </div>
  );
}
