// Levels of a battery: the reserve as a slider and a number, minimum state of charge and import limit.
import type { BatteryLimits, BatteryProblem, BatterySettings } from '@heliograph/contract/batterySettings.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { AmountInput } from '../../../components/AmountInput.tsx';
import classes from './battery.module.css';
import type { Draft } from './draft.ts';
import { Reserve } from './Reserve.tsx';
import { problemText } from './words.ts';

export type LevelsDraft = Pick<Draft, 'reservePercent' | 'shutdownPercent' | 'peakW'>;
/** Before the device has been read. */
export const UNKNOWN: LevelsDraft = { reservePercent: '', shutdownPercent: '', peakW: '' };

interface LevelsProps {
  limits: BatteryLimits;
  problems: readonly BatteryProblem[];
  draft: LevelsDraft;
  /** The settings of the form; null: not valid, or not read yet. */
  settings: BatterySettings | null;
  change: (changed: Partial<Draft>) => void;
  /** Whether only the reserve may be changed. */
  isOwner: boolean;
  tonight?: Response<'battery/hx/tonight'> | undefined;
  timeZone: string;
}

export function Levels({ limits, problems, draft, settings, change, isOwner, tonight, timeZone }: LevelsProps) {
  const { t } = useTranslation();
  const faultOf = (field: 'reservePercent' | 'shutdownPercent' | 'peakW') => {
    const match = problems.find(
      (problem) =>
        (problem.word === 'outOfRange' && problem.field === field) ||
        (problem.word === 'reserveBelowShutdown' && field === 'reservePercent'),
    );
    return match && problemText(t, match);
  };
  return (
    <div className={classes.levels}>
      {draft !== UNKNOWN && (
        <Reserve
          range={limits.reservePercent}
          value={draft.reservePercent}
          tonight={tonight}
          settings={settings}
          maxW={limits.ratedW}
          timeZone={timeZone}
          onChange={(reservePercent) => change({ reservePercent })}
        />
      )}
      <AmountInput
        label={t('battery.reserve')}
        description={t('battery.reserveText')}
        unit="%"
        digits={0}
        value={draft.reservePercent}
        error={faultOf('reservePercent')}
        onChange={(reservePercent) => change({ reservePercent })}
      />
      <fieldset className={classes.rest} disabled={isOwner}>
        <AmountInput
          label={t('battery.shutdown')}
          description={t('battery.shutdownText')}
          unit="%"
          digits={0}
          value={draft.shutdownPercent}
          error={faultOf('shutdownPercent')}
          onChange={(shutdownPercent) => change({ shutdownPercent })}
        />
        {limits.peakW && (
          <AmountInput
            label={t('battery.peak')}
            description={t('battery.peakText')}
            unit="W"
            digits={0}
            value={draft.peakW}
            error={faultOf('peakW')}
            onChange={(peakW) => change({ peakW })}
          />
        )}
      </fieldset>
    </div>
  );
}
