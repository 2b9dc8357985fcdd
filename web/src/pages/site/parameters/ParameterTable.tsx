// One row a parameter; on phones one block each.
import { fitsParameter } from '@heliograph/contract/commands.ts';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Amount, AmountInput } from '../../../components/AmountInput.tsx';
import { DASH, full } from '../../../format/numbers.ts';
import { dateTime } from '../../../format/times.ts';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import type { Parameter } from './DeviceParameters.tsx';
import classes from './parameters.module.css';
import { parameterName, reasonText, STEP_TONES, valueText } from './words.ts';

interface Props {
  parameters: readonly Parameter[];
  timeZone: string;
  draft: Readonly<Record<string, Amount>>;
  mayWrite: boolean;
  onChange: (name: string, value: Amount) => void;
}

const DIGITS = 3;

export function ParameterTable({ parameters, timeZone, draft, mayWrite, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <table className={`${classes.table} num`}>
      <caption className="visuallyHidden">{t('parameters.list')}</caption>
      <thead>
        <tr>
          {(['name', 'inDevice', 'allowed', 'wanted', 'state'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`parameters.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {parameters.map((parameter) => (
          <Row
            key={parameter.name}
            {...{ parameter, timeZone, mayWrite }}
            wanted={draft[parameter.name] ?? ''}
            onChange={(value) => onChange(parameter.name, value)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Pick<Props, 'timeZone' | 'mayWrite'> {
  parameter: Parameter;
  wanted: Amount;
  onChange: (value: Amount) => void;
}

function Row({ parameter, timeZone, mayWrite, wanted, onChange }: RowProps) {
  const { t } = useTranslation();
  const { name, title, unit, min, max, step, value, valueIso, isProtected, state, isIssued, reason } = parameter;
  const shown = parameterName(t, name, title);
  const isInRange = wanted === '' || (wanted >= min && wanted <= max);
  const fault = !isInRange
    ? t('parameters.outOfRange')
    : wanted !== '' && !fitsParameter(wanted, parameter)
      ? t('parameters.notAStep')
      : undefined;
  return (
    <tr>
      <th scope="row">
        {shown}
        {isProtected && (
          <IconLock
            className={classes.lock}
            size={16}
            stroke={1.75}
            role="img"
            aria-label={t('parameters.protected')}
          />
        )}
      </th>
      <td data-label={t('parameters.inDevice')}>
        <span className={classes.value}>{valueText(value, unit)}</span>
        {valueIso && <span className={classes.small}>{dateTime(valueIso, timeZone)}</span>}
      </td>
      <td data-label={t('parameters.allowed')}>
        {t('parameters.range', { min: full(min, DIGITS), max: valueText(max, unit), step: full(step, DIGITS) })}
        {parameter.default !== null && (
          <span className={classes.small}>{t('parameters.usual', { value: valueText(parameter.default, unit) })}</span>
        )}
      </td>
      <td data-label={t('parameters.wanted')}>
        {mayWrite && (
          <AmountInput
            aria-label={t('parameters.wantedOf', { name: shown })}
            className={classes.input}
            value={wanted}
            unit={unit}
            mayBeNegative={min < 0}
            error={fault}
            onChange={onChange}
          />
        )}
        {parameter.wanted !== null && (
          <span className={classes.small}>
            {t('parameters.lastWanted', { value: valueText(parameter.wanted, unit) })}
          </span>
        )}
        {!mayWrite && parameter.wanted === null && DASH}
      </td>
      <td data-label={t('parameters.state')}>
        <StatusDot tone={isIssued ? 'ok' : state === null ? 'offline' : STEP_TONES[state]}>
          {t(isIssued ? 'parameters.issued' : 'parameters.notIssued')}
        </StatusDot>
        {state !== null && !isIssued && (
          <span className={classes.small}>{reason === '' ? t(`parameters.step.${state}`) : reasonText(t, reason)}</span>
        )}
      </td>
    </tr>
  );
}
