// Choice of the quantities in a device's chart, limited to as many units as a chart has axes.
import { useTranslation } from 'react-i18next';
import { lineLabel, unitText } from '../chart/lines.ts';
import { MAX_AXES } from '../chart/powerOption.ts';
import classes from './plant.module.css';

export interface Quantity {
  name: string;
  unit: string;
  /** Title from the server. */
  title?: string;
  /** Label of a quantity without a wire name. */
  label?: string;
}

/** Returns whether a quantity may be added to the chosen ones. */
export function mayAdd(quantity: Quantity, chosen: readonly Quantity[]): boolean {
  const units = new Set(chosen.map(({ unit }) => unit));
  return units.has(quantity.unit) || units.size < MAX_AXES;
}

interface Props {
  all: readonly Quantity[];
  chosen: readonly string[];
  onChange: (names: string[]) => void;
}

export function LinePicker({ all, chosen, onChange }: Props) {
  const { t } = useTranslation();
  const selected = all.filter(({ name }) => chosen.includes(name));
  return (
    <fieldset className={classes.lines}>
      <legend>
        {t('plant.lines')}{' '}
        <span className={`muted ${classes.linesHint}`}>{t('plant.linesHint', { count: MAX_AXES })}</span>
      </legend>
      {all.map((quantity) => {
        const isOn = chosen.includes(quantity.name);
        return (
          <button
            key={quantity.name}
            type="button"
            className={classes.chip}
            aria-pressed={isOn}
            disabled={isOn ? selected.length === 1 : !mayAdd(quantity, selected)}
            onClick={() =>
              onChange(isOn ? chosen.filter((name) => name !== quantity.name) : [...chosen, quantity.name])
            }
          >
            {quantity.label ?? lineLabel(quantity.name, t, quantity.title)} <span>{unitText(quantity.unit)}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
