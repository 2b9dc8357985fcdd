// The legend of bars that lack data.
import { useTranslation } from 'react-i18next';
import classes from './chart.module.css';
import { type EnergySlot, isGap, isIncomplete } from './energyOption.ts';

/** The meaning of the patterns that occur in the bars. */
export function Patterns({ slots }: { slots: readonly EnergySlot[] }) {
  const { t } = useTranslation();
  return (
    <>
      {slots.some(isIncomplete) && (
        <span>
          <i className={classes.swatch} data-kind="incomplete" /> {t('chart.incomplete')}
        </span>
      )}
      {slots.some(isGap) && (
        <span>
          <i className={classes.swatch} data-kind="gap" /> {t('chart.noData')}
        </span>
      )}
    </>
  );
}
