// Form of a new roll-out: target devices with a preview of their number, waves, and the stop rule.
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
import { PlanFields } from './PlanFields.tsx';
import { RolloutPreview } from './RolloutPreview.tsx';
import classes from './rollout.module.css';

const ANY = '';
const COUNTRIES = new Intl.DisplayNames([locale], { type: 'region' });

interface Filter {
  keywords: string;
  /** Id as text. */
  company: string;
  /** ISO 3166 country code. */
  country: string;
  hardware: string;
  version: string;
}

const NO_FILTER: Filter = { keywords: '', company: ANY, country: ANY, hardware: ANY, version: ANY };

interface Props {
  firmwareId: number;
  /** Id of the roll-out to roll back. */
  returns?: string;
  onCancel: () => void;
  onBegun: (id: string) => void;
}

export default function RolloutForm({ firmwareId: id, returns, onCancel, onBegun }: Props) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  /** Choice of the user; null for the default of the version. */
  const [asksOverride, setAsksOverride] = useState<boolean | null>(null);
  const [plan, setPlan] = useState<RolloutPlan>(DEFAULT_PLAN);
  const filters = {
    keywords: useDeferredValue(filter.keywords.trim()),
    country_code: filter.country,
    hardware: filter.hardware,
    version: filter.version,
    ...(filter.company === ANY ? {} : { company: Number(filter.company) }),
  };
  const request = { id, filters, ...(returns === undefined ? {} : { returns }) };
  const query = useCall('configuration/ota/rollout/find', request, { keepsPrevious: true, staleMs: 0 });
  const begin = useChange('configuration/ota/rollout/begin', [
    'configuration/ota/rollout/list',
    'configuration/ota/rollout/detail',
    'configuration/ota/rollout/find',
    'configuration/ota/list/sn',
  ]);
  const { data } = query;
  if (query.error && !data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!data) return <RowSkeletons rows={5} height={56} />;
  const asksOwners = asksOverride ?? data.asksOwners;
  const isSound = planProblems(plan).length === 0;
  return (
    <form
      className={classes.part}
      onSubmit={(event) => {
        event.preventDefault();
        begin.mutate(
          { ...request, devices: data.devices, plan, asksOwners },
          { onSuccess: (created) => onBegun(created.id) },
        );
      }}
    >
      <fieldset className={classes.group}>
        <legend>{t(returns === undefined ? 'rollout.which' : 'rollout.back')}</legend>
        {returns === undefined ? (
          <Filters
            preview={data}
            filter={filter}
            onChange={(part) => setFilter((previous) => ({ ...previous, ...part }))}
          />
        ) : (
          <p className="muted">{t('rollout.backText')}</p>
        )}
        <RolloutPreview preview={data} isRollback={returns !== undefined} />
        <Checkbox
          label={t('rollout.asksOwners')}
          description={data.owned === 0 ? t('rollout.asksNobody') : t('rollout.asksText', { count: data.owned })}
          checked={asksOwners}
          onChange={(event) => setAsksOverride(event.currentTarget.checked)}
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
            !isSound || data.devices === 0 || data.isTooMany || data.needsSecondFactor || query.isPlaceholderData
          }
        >
          {t(returns === undefined ? 'rollout.begin' : 'rollout.beginBack', { count: data.devices })}
        </Button>
      </div>
    </form>
  );
}

interface FiltersProps {
  preview: Response<'configuration/ota/rollout/find'>;
  filter: Filter;
  onChange: (part: Partial<Filter>) => void;
}

/** Filters of the devices; each choice shows the number of remaining devices. */
function Filters({ preview, filter, onChange }: FiltersProps) {
  const { t } = useTranslation();
  const all = { value: ANY, label: t('rollout.any') };
  const withCount = (name: string, devices: number) => t('rollout.choice', { name, count: devices });
  const choicesOf = (rows: typeof preview.versions) =>
    rows.map(({ name, devices }) => ({ value: name, label: withCount(name, devices) }));
  return (
    <div className={classes.fields}>
      <TextInput
        type="search"
        label={t('rollout.search')}
        placeholder={t('ota.searchDevices')}
        value={filter.keywords}
        onChange={(event) => onChange({ keywords: event.currentTarget.value })}
      />
      <Choice
        label={t('rollout.company')}
        value={filter.company}
        choices={[
          all,
          ...preview.companies.map((one) => ({ value: String(one.id), label: withCount(one.name, one.devices) })),
        ]}
        onChange={(company) => onChange({ company })}
      />
      <Choice
        label={t('rollout.country')}
        value={filter.country}
        choices={[
          all,
          ...preview.countries.map((one) => ({
            value: one.name,
            label: withCount(COUNTRIES.of(one.name) ?? one.name, one.devices),
          })),
        ]}
        onChange={(country) => onChange({ country })}
      />
      <Choice
        label={t('ota.hardware')}
        value={filter.hardware}
        choices={[all, ...choicesOf(preview.hardwares)]}
        onChange={(hardware) => onChange({ hardware })}
      />
      <Choice
        label={t('rollout.runs')}
        value={filter.version}
        choices={[all, ...choicesOf(preview.versions)]}
        onChange={(version) => onChange({ version })}
      />
    </div>
  );
}
