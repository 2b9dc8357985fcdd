// Table of the phases of the AC side and their sum; nothing for a device that reports no phases.
import type { AcNow } from '@heliograph/contract/entities/deviceNow.ts';
import { useTranslation } from 'react-i18next';
import { phaseColumns, phaseRows } from './acValues.ts';
import { Values } from './Values.tsx';

interface Props {
  ac: AcNow;
  caption: string;
  isStale: boolean;
}

export function PhaseValues({ ac, caption, isStale }: Props) {
  const { t } = useTranslation();
  if (ac.phases.length === 0) return null;
  return (
    <Values
      caption={caption}
      of={t('device.phase')}
      columns={phaseColumns(t)}
      rows={phaseRows(ac, t('device.sum'))}
      isStale={isStale}
    />
  );
}
