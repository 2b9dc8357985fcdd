// Fields of a roll-out plan: waves, stop rule, and the times to wait and watch.
import { MAX_WAVES, planProblems, type RolloutPlan, type Wave } from '@heliograph/contract/rollouts.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AmountInput } from '../../../../components/AmountInput.tsx';
import { Choice } from '../../../../components/Choice.tsx';
import classes from './rollout.module.css';

interface Props {
  plan: RolloutPlan;
  /** Number of devices per wave; empty for an invalid plan. */
  sizes: readonly number[];
  onChange: (plan: RolloutPlan) => void;
}

const RULES = [
  ['mostFailed', 'devices'],
  ['mostFailedPercent', 'percent'],
  ['mostSilentPercent', 'percent'],
  ['withinH', 'hours'],
  ['watchMin', 'minutes'],
] as const;

export function PlanFields({ plan, sizes, onChange }: Props) {
  const { t } = useTranslation();
  const problems = planProblems(plan);
  const problemAt = (at: number | keyof RolloutPlan) => {
    const match = problems.find((one) => one.at === at);
    return match && t(`rollout.problem.${match.problem}`);
  };
  const { waves } = plan;
  const setWave = (at: number, changes: Partial<Wave>) =>
    onChange({ ...plan, waves: waves.map((wave, n) => (n === at ? { ...wave, ...changes } : wave)) });
  const units = (['devices', 'percent'] as const).map((unit) => ({ value: unit, label: t(`rollout.unit.${unit}`) }));
  return (
    <>
      <fieldset className={classes.group}>
        <legend>{t('rollout.waves')}</legend>
        <p className="muted">{t('rollout.wavesText')}</p>
        <ol className={classes.waves}>
          {waves.map(({ unit, upTo }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a wave is identified by its index
            <li key={at}>
              <span>{t('rollout.upTo', { wave: at + 1 })}</span>
              <AmountInput
                className={classes.number ?? ''}
                aria-label={t('rollout.upToOf', { wave: at + 1 })}
                value={upTo}
                unit=""
                digits={0}
                error={problemAt(at)}
                onChange={(value) => setWave(at, { upTo: value === '' ? 0 : value })}
              />
              <Choice
                aria-label={t('rollout.unitOf', { wave: at + 1 })}
                value={unit}
                choices={units}
                widthPx={160}
                onChange={(value) => setWave(at, { unit: value === 'devices' ? 'devices' : 'percent' })}
              />
              {waves.length > 1 && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('rollout.dropOf', { wave: at + 1 })}
                  onClick={() => onChange({ ...plan, waves: waves.filter((_, n) => n !== at) })}
                >
                  {t('rollout.drop')}
                </Button>
              )}
            </li>
          ))}
        </ol>
        {waves.length < MAX_WAVES && (
          <div>
            <Button
              size="xs"
              variant="default"
              onClick={() => onChange({ ...plan, waves: [{ unit: 'devices', upTo: 1 }, ...waves] })}
            >
              {t('rollout.addFirst')}
            </Button>
          </div>
        )}
        {sizes.length > 0 && <p>{t('rollout.sizes', { sizes: sizes.join(', ') })}</p>}
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t('rollout.rule')}</legend>
        <RuleFields plan={plan} problemAt={problemAt} onChange={onChange} />
      </fieldset>
    </>
  );
}

interface RuleFieldsProps extends Pick<Props, 'plan' | 'onChange'> {
  problemAt: (name: keyof RolloutPlan) => string | undefined;
}

/** Fields of the stop rule and the times. */
function RuleFields({ plan, problemAt, onChange }: RuleFieldsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.rules}>
      {RULES.map(([name, unit]) => (
        <AmountInput
          key={name}
          label={t(`rollout.${name}`)}
          value={plan[name]}
          unit={t(`rollout.short.${unit}`)}
          digits={0}
          error={problemAt(name)}
          onChange={(value) => onChange({ ...plan, [name]: value === '' ? -1 : value })}
        />
      ))}
    </div>
  );
}
