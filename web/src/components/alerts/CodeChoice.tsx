// Alerts of one code alone, chosen by its words.
import type { EventCode } from '@heliograph/contract/events.ts';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { Choice } from '../Choice.tsx';
import { knownCode } from './alertsOf.ts';

interface Props {
  className: string | undefined;
  /** Undefined: any. */
  code: EventCode | undefined;
  onChange: (code: EventCode | undefined) => void;
}

/** Codes of the portal are words already. */
export const isDeviceCode = (code: string): boolean => /^[0-9A-F]{4}$/.test(code);

export function CodeChoice({ className, code, onChange }: Props) {
  const { t } = useTranslation();
  const codes = useCall('device/alerts/codes', {}, { staleMs: Number.POSITIVE_INFINITY }).data?.list ?? [];
  return (
    <div className={className}>
      <Choice
        aria-label={t('alerts.kind')}
        value={code ?? ''}
        choices={[
          { value: '', label: t('alerts.anyKind') },
          ...codes.map((known) => ({
            value: known.code,
            label: isDeviceCode(known.code) ? `${known.title} (${known.code})` : known.title,
          })),
        ]}
        onChange={(chosen) => onChange(knownCode(chosen))}
      />
    </div>
  );
}
