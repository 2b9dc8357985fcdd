// Filter of alerts by one code, chosen by its title.
import { type EventCode, withCode } from '@heliograph/contract/events.ts';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { Choice } from '../Choice.tsx';
import { knownCode } from './alertsOf.ts';

interface Props {
  className: string | undefined;
  /** Undefined for all. */
  code: EventCode | undefined;
  /** Without codes that are only information. */
  isOfProblems: boolean;
  onChange: (code: EventCode | undefined) => void;
}

export function CodeChoice({ className, code, isOfProblems, onChange }: Props) {
  const { t } = useTranslation();
  const all = useCall('device/alerts/codes', {}, { staleMs: Number.POSITIVE_INFINITY }).data?.list ?? [];
  const codes = all.filter(({ level }) => !isOfProblems || level !== 'info');
  return (
    <div className={className}>
      <Choice
        aria-label={t('alerts.kind')}
        value={code ?? ''}
        choices={[
          { value: '', label: t('alerts.anyKind') },
          ...codes.map((known) => ({
            value: known.code,
            label: withCode(known.title, known.code),
          })),
        ]}
        onChange={(chosen) => onChange(knownCode(chosen))}
      />
    </div>
  );
}
