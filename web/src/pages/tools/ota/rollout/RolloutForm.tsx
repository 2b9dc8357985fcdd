// A new roll-out: which devices, counted before anything happens; in which waves; and when it stops by itself.
import { planProblems, type RolloutPlan, USUAL_PLAN, waveSizes } from '@heliograph/contract/rollouts.ts';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../api/failures.ts';
import { useCall, useChange } from '../../../../api/useCall.ts';
import { Choice } from '../../../../components/Choice.tsx';
import { ErrorState } from '../../../../components/ErrorState.tsx';
import { locale } from '../../../../i18n/language.ts';
import { RowBones } from '../../../../ui/Bones.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { FoundDevices } from './FoundDevices.tsx';
import { PlanFields } from './PlanFields.tsx';
import classes from './rollout.module.css';

const ANY = '';
const COUNTRIES = new Intl.DisplayNames([locale], { type: 'region' });

interface Props {
  firmwareId: number;
  /** A roll-out that is taken back. */
  returns?: string;
  onCancel: () => void;
  onBegun: (id: string) => void;
}

export default function RolloutForm({ firmwareId: id, returns, onCancel, onBegun }: Props) {
  const { t } = useTranslation();
  const [keywords, setKeywords] = useState('');
  const [company, setCompany] = useState(ANY);
  const [country, setCountry] = useState(ANY);
  const [hardware, setHardware] = useState(ANY);
  const [version, setVersion] = useState(ANY);
  /** Null: as is usual of this version. */
  const [asks, setAsks] = useState<boolean | null>(null);
  const [plan, setPlan] = useState<RolloutPlan>(USUAL_PLAN);
  const filters = {
    keywords: useDeferredValue(keywords.trim()),
    country_code: country,
    hardware,
    version,
    ...(company === ANY ? {} : { company: Number(company) }),
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
  if (!data) return <RowBones rows={5} height={56} />;
  const all = { value: ANY, label: t('rollout.any') };
  const numbered = (name: string, devices: number) => t('rollout.choice', { name, count: devices });
  const fits = (rows: typeof data.versions) =>
    rows.map(({ name, devices }) => ({ value: name, label: numbered(name, devices) }));
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
          <div className={classes.fields}>
            <TextInput
              type="search"
              label={t('rollout.search')}
              placeholder={t('ota.searchDevices')}
              value={keywords}
              onChange={(event) => setKeywords(event.currentTarget.value)}
            />
            <Choice
              label={t('rollout.company')}
              value={company}
              choices={[
                all,
                ...data.companies.map((one) => ({ value: String(one.id), label: numbered(one.name, one.devices) })),
              ]}
              onChange={setCompany}
            />
            <Choice
              label={t('rollout.country')}
              value={country}
              choices={[
                all,
                ...data.countries.map((one) => ({
                  value: one.name,
                  label: numbered(COUNTRIES.of(one.name) ?? one.name, one.devices),
                })),
              ]}
              onChange={setCountry}
            />
            <Choice
              label={t('ota.hardware')}
              value={hardware}
              choices={[all, ...fits(data.hardwares)]}
              onChange={setHardware}
            />
            <Choice
              label={t('rollout.runs')}
              value={version}
              choices={[all, ...fits(data.versions)]}
              onChange={setVersion}
            />
          </div>
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
