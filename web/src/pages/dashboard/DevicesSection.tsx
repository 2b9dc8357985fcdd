// Equipment: number of plants and devices, their state, location and the age of their data.
import type { Response } from '@heliograph/contract/calls.ts';
import type { DataAge } from '@heliograph/contract/dataAges.ts';
import { REPORT_KINDS } from '@heliograph/contract/report.ts';
import { Button, SegmentedControl } from '@mantine/core';
import { IconSolarPanel } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { Age } from '../../components/Age.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { energyOfKwh, full, peakPower, powerLike } from '../../format/numbers.ts';
import { links } from '../../links.ts';
import { usePermission } from '../../session/session.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Figure } from '../../ui/Figure.tsx';
import { FigureSkeleton, Skeleton } from '../../ui/Skeleton.tsx';
import { AddedCard, type Added as AddedCounts, isDrawn, useDashboardSearch } from './AddedCard.tsx';
import { CountList } from './CountList.tsx';
import { CountriesCard, namesCountries } from './CountriesCard.tsx';
import classes from './dashboard.module.css';
import { readersZone } from './dashboardSearch.ts';
import { ProblemsCard } from './ProblemsCard.tsx';
import { StatusRing } from './StatusRing.tsx';

type Fleet = Response<'dashboard/device/summary'>;
type Trend = ReturnType<typeof useCall<'dashboard/device/trend'>>;

const REFETCH_MS = 30_000;
const FIRMWARE_ROWS = 7;

export function DevicesSection() {
  const { t } = useTranslation();
  const timezone = readersZone();
  const summary = useCall('dashboard/device/summary', {}, { refetchIntervalMs: REFETCH_MS });
  const trend = useCall('dashboard/device/trend', { timezone }, { refetchIntervalMs: REFETCH_MS });
  const seesDevices = usePermission('SiteDevices');
  const listsDevices = usePermission('Devices');
  const fleet = summary.data;
  if (summary.error && !fleet) return <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />;
  if (fleet?.siteCount === 0 && fleet.isCounted) return <NoPlants />;
  return (
    <>
      {seesDevices && <ProblemsCard />}
      <Figures fleet={fleet} />
      {fleet && !fleet.isCounted && <p>{t('dashboard.counting')}</p>}
      <div className={classes.grid}>
        <Added trend={trend} timezone={timezone} />
        <Card
          title={t('dashboard.byStatus')}
          note={fleet?.statesIso && <Age at={fleet.statesIso} />}
          className={classes.status}
        >
          {fleet ? <StatusRing statusMap={fleet.statusMap} asleep={fleet.asleep} /> : <Skeleton height={260} />}
        </Card>
        {seesDevices && (
          <Card title={t('dashboard.kinds')}>{fleet ? <Kinds fleet={fleet} /> : <Skeleton height={220} />}</Card>
        )}
        <Card title={t('dashboard.ages')} note={fleet?.statesIso && <Age at={fleet.statesIso} />}>
          {fleet ? (
            <CountList
              label={t('dashboard.ages')}
              rows={fleet.ages.map(({ age, count }) => ({
                key: age,
                label: t(`dataAge.${age satisfies DataAge}`),
                count,
                to: links.sites({ heard: age }),
              }))}
            />
          ) : (
            <Skeleton height={220} />
          )}
        </Card>
        {seesDevices && (
          <Card title={t('dashboard.firmware')}>
            {fleet ? <Firmware fleet={fleet} canList={listsDevices} /> : <Skeleton height={220} />}
          </Card>
        )}
        {fleet && namesCountries(fleet.countries) && (
          <CountriesCard
            title={t('dashboard.plantCountries')}
            countries={fleet.countries}
            listOf={(code) => links.sites({ country: code })}
          />
        )}
      </div>
    </>
  );
}

function NoPlants() {
  const { t } = useTranslation();
  return (
    <Card>
      <EmptyState
        icon={<IconSolarPanel size={24} stroke={1.75} aria-hidden />}
        title={t('dashboard.noPlants')}
        text={t('dashboard.noPlantsText')}
        action={
          <Button variant="default" renderRoot={(props) => <Link {...props} {...links.sites()} />}>
            {t('dashboard.toPlants')}
          </Button>
        }
      />
    </Card>
  );
}

const COUNTED = ['sites', 'devices'] as const;

/** Plants or devices added per day and week; nothing while there is no more than one bar to draw. */
function Added({ trend, timezone }: { trend: Trend; timezone: string }) {
  const { t } = useTranslation();
  const [search, change] = useDashboardSearch();
  const seesDevices = usePermission('SiteDevices');
  const listsDevices = usePermission('Devices');
  const addedOf = (of: (typeof COUNTED)[number]): AddedCounts | undefined => {
    const countOf = (each: { sites: number; devices: number | null }) => each[of] ?? 0;
    return (
      trend.data && {
        days: trend.data.days.map((each) => ({ day: each.day, count: countOf(each) })),
        weeks: trend.data.weeks.map((each) => ({ from: each.from, to: each.to, count: countOf(each) })),
      }
    );
  };
  const drawn = COUNTED.filter((of) => (of === 'sites' || seesDevices) && isDrawn(addedOf(of)));
  const of = drawn.find((one) => one === (search.of ?? 'sites')) ?? drawn[0];
  if (of === undefined) return null;
  return (
    <AddedCard
      title={t('dashboard.installed')}
      seriesLabel={t(of === 'devices' ? 'dashboard.devices' : 'dashboard.plants')}
      added={addedOf(of)}
      timeZone={timezone}
      // The neighbouring ring and its rows are higher than a default chart.
      height={276}
      listOf={(from) =>
        of === 'devices' && listsDevices
          ? links.devices({ addedFrom: from, sort: '-createdAt' })
          : links.sites({ from })
      }
      controls={
        drawn.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={t('dashboard.what')}
            value={of}
            onChange={(value) => change({ of: value === 'devices' ? 'devices' : undefined })}
            data={[
              { value: 'sites', label: t('dashboard.plants') },
              { value: 'devices', label: t('dashboard.devices') },
            ]}
          />
        )
      }
      error={trend.error}
      onRetry={() => void trend.refetch()}
    />
  );
}

/** Key figures of the fleet, with the same sums as the plant list. */
export function Figures({ fleet }: { fleet: Fleet | undefined }) {
  const { t } = useTranslation();
  const canList = usePermission('PvPlant');
  const plants = t('dashboard.plants');
  const figures = [
    {
      label: plants,
      // A blank unit keeps the height of the figures with a unit.
      figure: fleet && { text: full(fleet.siteCount, 0), unit: '\u00a0' },
      note: canList && <Link {...links.sites()}>{t('dashboard.toPlants')}</Link>,
    },
    { label: t('dashboard.installedPeak'), figure: fleet && peakPower(fleet.powerMax) },
    // Same unit as the installed power.
    { label: t('dashboard.now'), figure: fleet && powerLike(fleet.now, fleet.powerMax) },
    { label: t('dashboard.today'), figure: fleet && energyOfKwh(fleet.todayPower) },
    { label: t('dashboard.month'), figure: fleet && energyOfKwh(fleet.monthPower) },
    { label: t('dashboard.total'), figure: fleet && energyOfKwh(fleet.totalPower) },
  ];
  return (
    <Card className={classes.figures}>
      {figures.map(({ label, figure, note }) =>
        figure ? (
          <Figure key={label} label={label} figure={figure} note={note || undefined} />
        ) : (
          <FigureSkeleton key={label} withNote={false} />
        ),
      )}
    </Card>
  );
}

function Firmware({ fleet: { firmware, firmwareMore }, canList }: { fleet: Fleet; canList: boolean }) {
  const { t } = useTranslation();
  const rows = firmware.map((each) => ({
    key: `${each.model} ${each.firmware}`,
    label: (
      <>
        {each.modelName} <span className="muted">{each.firmware || t('dashboard.noFirmware')}</span>
      </>
    ),
    count: each.count,
    to: canList
      ? links.devices({
          model: each.modelName,
          ...(each.firmware ? { firmware: each.firmware } : { saysFirmware: 'no' }),
        })
      : undefined,
  }));
  const rest = rows.slice(FIRMWARE_ROWS);
  return (
    <>
      <CountList label={t('dashboard.firmware')} rows={rows.slice(0, FIRMWARE_ROWS)} />
      {rest.length > 0 && (
        <details className={classes.rest}>
          <summary>{t('dashboard.moreFirmware', { count: rest.length + firmwareMore })}</summary>
          <CountList label={t('dashboard.firmware')} rows={rest} />
          {firmwareMore > 0 && (
            <p className={`${classes.sum} muted`}>{t('dashboard.andFirmware', { count: firmwareMore })}</p>
          )}
        </details>
      )}
    </>
  );
}

function Kinds({ fleet: { panels, kinds, wifi } }: { fleet: Fleet }) {
  const { t } = useTranslation();
  const canList = usePermission('Devices');
  const to = (search: Parameters<typeof links.devices>[0]) => (canList ? links.devices(search) : undefined);
  const row = (key: string, label: string, count: number, search: Parameters<typeof links.devices>[0]) => ({
    key,
    label,
    count,
    to: to(search),
  });
  const others = REPORT_KINDS.filter((kind) => kind !== 'microinverter' && kind !== 'gateway' && kinds[kind]);
  return (
    <CountList
      label={t('dashboard.kinds')}
      rows={[
        { key: 'panels', label: t('dashboard.panels'), count: panels ?? 0, to: links.panels() },
        row('microinverter', t('dashboard.microinverters'), kinds.microinverter ?? 0, { kind: 'microinverter' }),
        row('wifi', t('dashboard.wifiMicroinverters'), wifi ?? 0, { kind: 'microinverter', via: 'itself' }),
        row('gateway', t('dashboard.plcGateways'), kinds.gateway ?? 0, { kind: 'gateway' }),
        ...others
          .toSorted((one, other) => (kinds[other] ?? 0) - (kinds[one] ?? 0))
          .map((kind) => row(kind, t(`deviceKind.${kind}`), kinds[kind] ?? 0, { kind })),
      ]}
    />
  );
}
