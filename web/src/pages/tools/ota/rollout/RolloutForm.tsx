// A new roll-out: which devices, counted before anything happens; in which waves; and when it stops by itself.
import type { Response } from '@heliograph/contract/calls.ts';
import { DEFAULT_PLAN, planProblems, type RolloutPlan, waveSizes } from '@heliograph/contract/rollouts.ts';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../api/failures.ts';
import { useCall, useChange } from '../../../../api/useCall.ts';
import { Choice } from '../../../../components/Choice.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { locale } from '../../../../i18n/language.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import { RowSkeletons } from '../../../../ui/Skeleton.tsx';
import { FoundDevices } from './FoundDevices.tsx';
import { PlanFields } from './PlanFields.tsx';
import classes from './rollout.module.css';

const ANY = '';
const COUNTRIES = new Intl.DisplayNames([locale], { type: 'region' });

interface Chosen {
  keywords: string;
  /** Its id. */
  company: string;
  /** ISO 3166 code. */
  country: string;
  hardware: string;
  version: string;
}

const NO_FILTER: Chosen = { keywords: '', company: ANY, country: ANY, hardware: ANY, version: ANY };

interface Props {
  firmwareId: number;
  /** A roll-out that is taken back. */
  returns?: string;
  onCancel: () => void;
  onBegun: (id: string) => void;
}

export default function RolloutForm({ firmwareId: id, returns, onCancel, onBegun }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Chosen>(NO_FILTER);
  /** Null: the version's default. */
  const [asks, setAsks] = useState<boolean | null>(null);
  const [plan, setPlan] = useState<RolloutPlan>(DEFAULT_PLAN);
  const filters = {
    keywords: useDeferredValue(chosen.keywords.trim()),
    country_code: chosen.country,
    hardware: chosen.hardware,
    version: chosen.version,
    ...(chosen.company === ANY ? {} : { company: Number(chosen.company) }),
  };
  const asked = { id, filters, ...(returns === undefined ? {} : { returns }) };
  const found = useCall('configuration/ota/rollout/find', asked, { keepsPrevious: true, staleMs: 0 });
  const begin = useChange('configuration/ota/rollout/begin', [
    'configuration/ota/rollout/list',
    'configuration/ota/rollout/detail',
    'configuration/ota/rollout/find',
    'configuration/ota/list/sn',
  ]);
  const { data } = found;
  if (found.error && !data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!data) return <RowSkeletons rows={5} height={56} />;
  const asksOwners = asks ?? data.asksOwners;
  const isSound = planProblems(plan).length === 0;
  return (
    <form
      className={classes.part}
      onSubmit={(event) => {
        event.preventDefault();
        begin.mutate({ ...asked, devices: data.devices, plan, asksOwners }, { onSuccess: (made) => onBegun(made.id) });
      }}
    >
      <fieldset className={classes.group}>
        <legend>{t(returns === undefined ? 'rollout.which' : 'rollout.back')}</legend>
        {returns === undefined ? (
          <Filters found={data} chosen={chosen} onChange={(part) => setChosen((before) => ({ ...before, ...part }))} />
        ) : (
          <p className="muted">{t('rollout.backText')}</p>
        )}
        <FoundDevices found={data} isBack={returns !== undefined} />
        <Checkbox
          label={t('rollout.asksOwners')}
          description={data.owned === 0 ? t('rollout.asksNobody') : t('rollout.asksText', { count: data.owned })}
          checked={asksOwners}
          onChange={(event) => setAsks(event.currentTarget.checked)}
        />
      </fieldset>
      <PlanFields plan={plan} sizes={isSound ? waveSizes(plan, data.devices) : []} onChange={setPlan} />
      {begin.error && <Notice kind="error">{messageOf(begin.error, t)}</Notice>}
      <div className={classes.end}>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button
          type="submit"
          color={returns === undefined ? undefined : 'red'}
          loading={begin.isPending}
          disabled={
            !isSound || data.devices === 0 || data.isTooMany || data.needsSecondFactor || found.isPlaceholderData
          }
        >
          {t(returns === undefined ? 'rollout.begin' : 'rollout.beginBack', { count: data.devices })}
        </Button>
      </div>
    </form>
  );
}

interface FiltersProps {
  found: Response<'configuration/ota/rollout/find'>;
  chosen: Chosen;
  onChange: (part: Partial<Chosen>) => void;
}

/** Narrows the devices; each choice shows how many it leaves. */
function Filters({ found, chosen, onChange }: FiltersProps) {
  const { t } = useTranslation();
  const all = { value: ANY, label: t('rollout.any') };
  const numbered = (name: string, devices: number) => t('rollout.choice', { name, count: devices });
  const fits = (rows: typeof found.versions) =>
    rows.map(({ name, devices }) => ({ value: name, label: numbered(name, devices) }));
  return (
    <div className={classes.fields}>
      <TextInput
        type="search"
        label={t('rollout.search')}
        placeholder={t('ota.searchDevices')}
        value={chosen.keywords}
        onChange={(event) => onChange({ keywords: event.currentTarget.value })}
      />
      <Choice
        label={t('rollout.company')}
        value={chosen.company}
        choices={[
          all,
          ...found.companies.map((one) => ({ value: String(one.id), label: numbered(one.name, one.devices) })),
        ]}
        onChange={(company) => onChange({ company })}
      />
      <Choice
        label={t('rollout.country')}
        value={chosen.country}
        choices={[
          all,
          ...found.countries.map((one) => ({
            value: one.name,
            label: numbered(COUNTRIES.of(one.name) ?? one.name, one.devices),
          })),
        ]}
        onChange={(country) => onChange({ country })}
      />
      <Choice
        label={t('ota.hardware')}
        value={chosen.hardware}
        choices={[all, ...fits(found.hardwares)]}
        onChange={(hardware) => onChange({ hardware })}
      />
      <Choice
        label={t('rollout.runs')}
        value={chosen.version}
        choices={[all, ...fits(found.versions)]}
        onChange={(version) => onChange({ version })}
      />
    </div>
  );
}
