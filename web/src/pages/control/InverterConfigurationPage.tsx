// /hardwareConfig/inverter: writes the same values to many devices of one product, selected by a filter; shows the progress of each bulk change by device.
import type { Response } from '@heliograph/contract/calls.ts';
import { MAX_SETUP_DEVICES } from '@heliograph/contract/commands.ts';
import { IconFilter } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { Choice } from '../../components/Choice.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Pager } from '../../components/list/Pager.tsx';
import { SearchBox } from '../../components/list/SearchBox.tsx';
import { useCountries } from '../../components/list/useCountries.ts';
import { NeedsFactor } from '../../components/NeedsFactor.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import classes from '../../components/parameters/parameters.module.css';
import { links } from '../../links.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RowSkeletons } from '../../ui/Skeleton.tsx';
import { ChosenDevices } from './inverterSetup/ChosenDevices.tsx';
import { SetupForm } from './inverterSetup/SetupForm.tsx';
import { Setups } from './inverterSetup/Setups.tsx';
import { readSetupSearch, type SetupSearch } from './inverterSetup/search.ts';

const SIZE = 20;

export default function InverterConfigurationPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = readSetupSearch(useSearch({ strict: false }));
  const { model, q, country, firmware } = search;
  const [page, setPage] = useState(0);
  const filters = {
    ...(q === undefined ? {} : { keywords: q }),
    ...(country === undefined ? {} : { country_code: country }),
    ...(firmware === undefined ? {} : { firmware }),
  };
  const matches = useCall(
    'configuration/inverter/group/filter',
    { ...(model === undefined ? {} : { model }), filters, page: { size: SIZE, num: page } },
    { keepsPrevious: true },
  );
  const { data } = matches;
  const change = (changed: SetupSearch) => {
    setPage(0);
    void navigate({ ...links.inverterConfiguration({ ...search, ...changed }), replace: true });
  };
  if (matches.error && !data) return <ErrorState error={matches.error} onRetry={() => void matches.refetch()} />;
  const isMany = data !== undefined && data.total > MAX_SETUP_DEVICES;
  return (
    <>
      <PageHeader title={t('inverterSetup.title')} />
      <div className={`${classes.stack} ${classes.ofMany}`}>
        <Card
          flush
          title={t('inverterSetup.devices')}
          note={data && model !== undefined ? matchesText(data.total, t) : undefined}
        >
          <div className={classes.part}>
            <Filters search={search} groups={data?.groups ?? []} change={change} />
            {isMany && <Notice kind="warning">{t('inverterSetup.tooMany', { count: MAX_SETUP_DEVICES })}</Notice>}
          </div>
          {model === undefined ? (
            <EmptyState
              compact
              icon={<IconFilter size={22} stroke={1.75} aria-hidden />}
              title={t('inverterSetup.selectFirst')}
              text={t('inverterSetup.selectText')}
            />
          ) : data ? (
            <Matches devices={data.list} total={data.total} page={page} onPage={setPage} />
          ) : (
            <RowSkeletons rows={4} height={48} />
          )}
        </Card>
        {/* Placed below the card that is shown before the response arrives. */}
        {data?.needsSecondFactor && <NeedsFactor text={t('parameters.needsSecond')} way={t('parameters.toAccount')} />}
        {data && model !== undefined && data.total > 0 && (
          <SetupForm
            key={model}
            model={model}
            filters={filters}
            devices={data.total}
            isAnyAsleep={data.isAnyAsleep}
            maySend={data.mayWrite && !isMany}
            onSent={() => setPage(0)}
          />
        )}
        {/* Shown with the response only, which determines the height of everything above. */}
        {data && <Setups />}
      </div>
    </>
  );
}

const matchesText = (total: number, t: TFunction): string =>
  total > MAX_SETUP_DEVICES
    ? t('inverterSetup.more', { count: MAX_SETUP_DEVICES })
    : t('inverterSetup.found', { count: total });

interface FiltersProps {
  search: SetupSearch;
  groups: Response<'configuration/inverter/group/filter'>['groups'];
  change: (changed: SetupSearch) => void;
}

function Filters({ search, groups, change }: FiltersProps) {
  const { t } = useTranslation();
  const countries = useCountries();
  const { model, q, country, firmware } = search;
  return (
    <>
      <div className={classes.picker}>
        <Choice
          label={t('inverterSetup.group')}
          value={model === undefined ? '' : String(model)}
          choices={[
            { value: '', label: t('inverterSetup.noGroup') },
            ...groups.map((group) => ({ value: String(group.model), label: group.name })),
          ]}
          onChange={(value) => change({ model: value === '' ? undefined : Number(value), firmware: undefined })}
        />
        <Choice
          label={t('inverterSetup.country')}
          value={country ?? ''}
          choices={[{ value: '', label: t('inverterSetup.anyCountry') }, ...countries]}
          onChange={(value) => change({ country: value === '' ? undefined : value })}
        />
      </div>
      <div className={classes.picker}>
        <SearchBox
          label={t('inverterSetup.search')}
          value={q ?? ''}
          onSearch={(value) => change({ q: value === '' ? undefined : value })}
        />
        <SearchBox
          label={t('inverterSetup.firmware')}
          value={firmware ?? ''}
          onSearch={(value) => change({ firmware: value === '' ? undefined : value })}
        />
      </div>
    </>
  );
}

interface MatchesProps {
  devices: Response<'configuration/inverter/group/filter'>['list'];
  total: number;
  page: number;
  onPage: (page: number) => void;
}

function Matches({ devices, total, page, onPage }: MatchesProps) {
  const { t } = useTranslation();
  if (total === 0)
    return <EmptyState compact title={t('inverterSetup.noDevice')} text={t('inverterSetup.noDeviceText')} />;
  return (
    <>
      <ChosenDevices devices={devices} />
      {total > SIZE && (
        <div className={classes.pages}>
          <Pager
            page={page}
            size={SIZE}
            total={Math.min(total, MAX_SETUP_DEVICES)}
            isMore={total > MAX_SETUP_DEVICES}
            onPage={onPage}
          />
        </div>
      )}
    </>
  );
}
