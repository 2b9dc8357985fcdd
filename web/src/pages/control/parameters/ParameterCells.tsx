// What every table of parameters says of one: its name, what it may be, and what it is wanted to be.
import { fitsParameter } from '@heliograph/contract/commands.ts';
import type { ProductParameter } from '@heliograph/contract/entities/product.ts';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Amount, AmountInput } from '../../../components/AmountInput.tsx';
import classes from '../../../components/parameters/parameters.module.css';
import { parameterName, valueText } from '../../../components/parameters/words.ts';
import { full } from '../../../format/numbers.ts';

type Shown<Field extends keyof ProductParameter> = { parameter: Pick<ProductParameter, 'name' | 'title' | Field> };

const DIGITS = 3;

export function NameCell({ parameter: { name, title, isProtected } }: Shown<'isProtected'>) {
  const { t } = useTranslation();
  return (
    <th scope="row">
      {parameterName(t, name, title)}
      {isProtected && (
        <IconLock className={classes.lock} size={16} stroke={1.75} role="img" aria-label={t('parameters.protected')} />
      )}
    </th>
  );
}

export function AllowedCell({ parameter }: Shown<'unit' | 'min' | 'max' | 'step' | 'default'>) {
  const { t } = useTranslation();
  const { unit, min, max, step, default: usual } = parameter;
  return (
    <td data-label={t('parameters.allowed')}>
      {t('parameters.range', { min: full(min, DIGITS), max: valueText(max, unit), step: full(step, DIGITS) })}
      {usual !== null && (
        <span className={classes.small}>{t('parameters.usual', { value: valueText(usual, unit) })}</span>
      )}
    </td>
  );
}

interface WantedProps extends Shown<'unit' | 'min' | 'max' | 'step'> {
  wanted: Amount;
  onChange: (value: Amount) => void;
}

export function RequestedInput({ parameter, wanted, onChange }: WantedProps) {
  const { t } = useTranslation();
  const { name, title, unit, min, max } = parameter;
  const isInRange = wanted === '' || (wanted >= min && wanted <= max);
  const isStep = wanted === '' || fitsParameter(wanted, parameter);
  return (
    <AmountInput
      aria-label={t('parameters.wantedOf', { name: parameterName(t, name, title) })}
      className={classes.input}
      value={wanted}
      unit={unit}
      mayBeNegative={min < 0}
      error={isInRange ? !isStep && t('parameters.notAStep') : t('parameters.outOfRange')}
      onChange={onChange}
    />
  );
}
