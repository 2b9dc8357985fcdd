// Table with one row per parameter; on phones one block each.
import type { CommandStep } from '@heliograph/contract/commands.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Amount } from '../../../components/AmountInput.tsx';
import classes from '../../../components/parameters/parameters.module.css';
import { reasonText, STEP_TONES, valueText } from '../../../components/parameters/words.ts';
import { DASH } from '../../../format/numbers.ts';
import { dateTime } from '../../../format/times.ts';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import type { Parameter } from './DeviceParameters.tsx';
import { AllowedCell, NameCell, RequestedInput } from './ParameterCells.tsx';

interface Props {
  parameters: readonly Parameter[];
  timeZone: string;
  draft: Readonly<Record<string, Amount>>;
  mayWrite: boolean;
  onChange: (name: string, value: Amount) => void;
}

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
            parameter={parameter}
            timeZone={timeZone}
            mayWrite={mayWrite}
            requested={draft[parameter.name] ?? ''}
            onChange={(value) => onChange(parameter.name, value)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Pick<Props, 'timeZone' | 'mayWrite'> {
  parameter: Parameter;
  requested: Amount;
  onChange: (value: Amount) => void;
}

/** Explains why the device does not hold the last requested value. */
function stateText(t: TFunction, state: CommandStep, reason: string): string {
  if (state === 'readBack') return t('parameters.changedSince');
  return reason === '' ? t(`parameters.step.${state}`) : reasonText(t, reason);
}

function Row({ parameter, timeZone, mayWrite, requested, onChange }: RowProps) {
  const { t } = useTranslation();
  const { unit, value, valueIso, state, isIssued, reason } = parameter;
  return (
    <tr>
      <NameCell parameter={parameter} />
      <td data-label={t('parameters.inDevice')}>
        <span className={classes.value}>{valueText(value, unit)}</span>
        {valueIso && <span className={classes.small}>{dateTime(valueIso, timeZone)}</span>}
      </td>
      <AllowedCell parameter={parameter} />
      <td data-label={t('parameters.wanted')}>
        {mayWrite && <RequestedInput parameter={parameter} requested={requested} onChange={onChange} />}
        {parameter.wanted !== null && (
          <span className={classes.small}>
            {t('parameters.lastWanted', { value: valueText(parameter.wanted, unit) })}
          </span>
        )}
        {!mayWrite && parameter.wanted === null && DASH}
      </td>
      <td data-label={t('parameters.state')}>
        <StatusDot
          tone={isIssued ? 'ok' : state === null ? 'offline' : state === 'readBack' ? 'warning' : STEP_TONES[state]}
        >
          {t(isIssued ? 'parameters.issued' : 'parameters.notIssued')}
        </StatusDot>
        {state !== null && !isIssued && <span className={classes.small}>{stateText(t, state, reason)}</span>}
      </td>
    </tr>
  );
}
