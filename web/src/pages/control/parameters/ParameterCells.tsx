// Cells shared by all parameter tables: name, allowed range and requested value.
import { fitsParameter } from '@heliograph/contract/commands.ts';
import type { ProductParameter } from '@heliograph/contract/entities/product.ts';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Amount, AmountInput } from '../../../components/AmountInput.tsx';
import classes from '../../../components/parameters/parameters.module.css';
import { parameterName, valueText } from '../../../components/parameters/words.ts';
import { full } from '../../../format/numbers.ts';

type ParameterProps<Field extends keyof ProductParameter> = {
  parameter: Pick<ProductParameter, 'name' | 'title' | Field>;
};

const DIGITS = 3;

export function NameCell({ parameter: { name, title, isProtected } }: ParameterProps<'isProtected'>) {
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

export function AllowedCell({ parameter }: ParameterProps<'unit' | 'min' | 'max' | 'step' | 'default'>) {
  const { t } = useTranslation();
  const { unit, min, max, step, default: defaultValue } = parameter;
  return (
    <td data-label={t('parameters.allowed')}>
      {t('parameters.range', { min: full(min, DIGITS), max: valueText(max, unit), step: full(step, DIGITS) })}
      {defaultValue !== null && (
        <span className={classes.small}>{t('parameters.usual', { value: valueText(defaultValue, unit) })}</span>
      )}
    </td>
  );
}

interface RequestedProps extends ParameterProps<'unit' | 'min' | 'max' | 'step'> {
  requested: Amount;
  onChange: (value: Amount) => void;
}

export function RequestedInput({ parameter, requested, onChange }: RequestedProps) {
  const { t } = useTranslation();
  const { name, title, unit, min, max } = parameter;
  const isInRange = requested === '' || (requested >= min && requested <= max);
  const isStep = requested === '' || fitsParameter(requested, parameter);
  return (
    <AmountInput
      aria-label={t('parameters.wantedOf', { name: parameterName(t, name, title) })}
      className={classes.input}
      value={requested}
      unit={unit}
      mayBeNegative={min < 0}
      error={isInRange ? !isStep && t('parameters.notAStep') : t('parameters.outOfRange')}
      onChange={onChange}
    />
  );
}
