// The report of a plant over a day, week, month, year or any range: figures, one chart, balance, alerts, days or months, and devices; as PDF, XLSX or print.
import type { Response } from '@heliograph/contract/calls.ts';
import { MAX_REPORT_DAYS } from '@heliograph/contract/limits.ts';
import { Button } from '@mantine/core';
import { IconMail, IconReportAnalytics } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { EnergyChart } from '../../../components/EnergyChart.tsx';
import { EnergyFigure } from '../../../components/EnergyFigure.tsx';
import { InfoTip } from '../../../components/InfoTip.tsx';
import { DoubtfulFigures, DoubtfulMark } from '../../../components/plant/Doubtful.tsx';
import classes from '../../../components/plant/plant.module.css';
import { requestedSpan, spanText } from '../../../components/plant/reportSpan.ts';
import { SpanChoice } from '../../../components/plant/SpanChoice.tsx';
import type { SiteSearch } from '../../../components/plant/search.ts';
import { useToday } from '../../../components/plant/useToday.ts';
import { completenessText } from '../../../components/provenanceText.ts';
import { full, inline, mass, money, percent, reportEnergy, wireNumber, yieldText } from '../../../format/numbers.ts';
import { dayText } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import { usePermission } from '../../../session/session.ts';
import { useAnnounced } from '../../../ui/announcer.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Figure } from '../../../ui/Figure.tsx';
import { FigureSkeleton, Skeleton } from '../../../ui/Skeleton.tsx';
import { YearBefore } from '../energy/YearBefore.tsx';
import { valuationBasisText } from '../valuationBasisText.ts';
import { ReportCards } from './ReportCards.tsx';
import { ReportFiles } from './ReportFiles.tsx';
import { ReportProblems } from './ReportProblems.tsx';
import { ReportDevices, ReportRows } from './ReportTables.tsx';
import { reportSlots } from './reportSlots.ts';

const CLEAR_SKY = { measured: 'report.clearSkyMeasured', assumed: 'report.clearSkyAssumed' } as const;

const HEIGHT = 260;

type Site = Response<'site/overview'>;
type Report = Response<'site/report'>;

interface Props {
  site: Site | undefined;
  search: SiteSearch;
  change: (changed: Partial<SiteSearch>) => void;
}

function Figures({ report }: { report: Report }) {
  const { t } = useTranslation();
  const showsMoney = usePermission('SiteMoney');
  const showsBenefits = usePermission('SiteBenefits');
  const { performance, availability, yearBefore, provenance, benefit } = report;
  const yieldPerKwp = report.specificYield;
  const basis = valuationBasisText(report.worthBasis, report.currency, t);
  return (
    <div className={classes.reportFigures}>
      <EnergyFigure
        size="lg"
        label={t('report.energy')}
        energy={report.energy}
        format={reportEnergy}
        provenance={provenance}
        note={<YearBefore comparison={yearBefore} />}
      />
      <Figure
        label={t('report.perPeak')}
        mark={<DoubtfulMark about={t('report.perPeak')} figures={['production']} />}
        figure={{
          text: yieldText(yieldPerKwp),
          unit: yieldPerKwp === null ? '' : t('report.perPeakUnit'),
        }}
      />
      <ClearSky report={report} />
      <Figure
        label={t('report.performance')}
        mark={<DoubtfulMark about={t('report.performance')} figures={['production', 'performanceRatio']} />}
        figure={{ text: percent(performance.ratio, 1), unit: '' }}
        note={
          performance.missing
            ? t(`report.noPerformance.${performance.missing}`)
            : t('report.performanceNote', { light: full(performance.irradiation, 1), count: performance.days })
        }
      />
      <Figure
        label={t('report.availability')}
        mark={<InfoTip about={t('report.availability')}>{t('report.availabilityText')}</InfoTip>}
        figure={{ text: percent(availability.share, 1), unit: '' }}
        note={
          availability.missing
            ? t(`report.noAvailability.${availability.missing}`)
            : t('report.availabilityNote', {
                silent: full(availability.silentHours, 1),
                fault: full(availability.faultHours, 1),
                all: full(availability.daylightHours, 0),
              })
        }
      />
      <Figure
        label={t('report.completeness')}
        figure={{
          text: provenance.source === 'none' ? percent(null) : completenessText(provenance.completeness),
          unit: '',
        }}
      />
      {showsMoney && (
        <Figure
          label={t('report.worth')}
          mark={
            <>
              {basis && <InfoTip about={t('report.worth')}>{basis}</InfoTip>}
              <DoubtfulMark about={t('report.worth')} figures={['money']} />
            </>
          }
          figure={{ text: money(report.worth, report.currency), unit: '' }}
        />
      )}
      {showsBenefits && (
        <Figure
          label={t('report.co2')}
          mark={<DoubtfulMark about={t('report.co2')} figures={['production']} />}
          figure={mass(wireNumber(benefit.co2))}
        />
      )}
    </div>
  );
}

/** Energy as a share of the expected energy under a clear sky. */
function ClearSky({ report: { expected, energy } }: { report: Report }) {
  const { t } = useTranslation();
  return (
    <Figure
      label={t('report.clearSky')}
      mark={<DoubtfulMark about={t('report.clearSky')} figures={['production']} />}
      figure={{ text: percent(expected?.ratio), unit: '' }}
      note={
        expected ? (
          <>
            <div>
              {t('report.clearSkyNote', {
                energy: inline(reportEnergy(expected.energy)),
                count: expected.days,
              })}
            </div>
            {expected.basis !== 'placement' && <div>{t(CLEAR_SKY[expected.basis])}</div>}
          </>
        ) : (
          energy !== null && t('report.noClearSky')
        )
      }
    />
  );
}

function FiguresSkeleton() {
  return (
    <div className={classes.reportFigures}>
      <FigureSkeleton size="lg" />
      {['yield', 'sky', 'ratio', 'available', 'complete', 'worth', 'co2'].map((name) => (
        <FigureSkeleton key={name} />
      ))}
    </div>
  );
}

/** Placeholder of the cards below the chart, about as high, so that the page does not shift. */
const CardSkeleton = () => (
  <div className={classes.reportCards}>
    <Skeleton height={320} />
    <Skeleton height={320} />
  </div>
);

function Loaded({ site, search, change }: Props & { site: Site }) {
  const { t } = useTranslation();
  const today = useToday(site.timezone);
  const span = requestedSpan(search, today);
  const { from, to } = span;
  const report = useCall('site/report', { sid: site.sid, from, to }, { staleMs: 60_000 });
  const { data } = report;
  const range = spanText(span);
  const isEmpty = data?.rows.length === 0;
  const limit = span.isCut ? t('report.mostDays', { count: MAX_REPORT_DAYS }) : '';
  useAnnounced(limit);
  return (
    <DoubtfulFigures sid={site.sid} list={data?.doubtful ?? []}>
      <div className={classes.stack}>
        <Card>
          <SpanChoice
            label={t('report.of')}
            selected={span}
            today={today}
            change={change}
            result={report.error ? '' : data ? (isEmpty ? t('chart.noData') : '') : null}
          >
            <Button
              variant="default"
              leftSection={<IconMail size={18} stroke={1.75} aria-hidden />}
              renderRoot={(props) => <Link {...props} {...links.reportSetting(site.sid)} />}
            >
              {t('report.mails')}
            </Button>
            <ReportFiles sid={site.sid} from={from} to={to} isEmpty={!data || isEmpty} />
          </SpanChoice>
          <h2 className="printOnly">
            {site.siteName}, {range}
          </h2>
          {limit !== '' && <p className={classes.limit}>{limit}</p>}
          {isEmpty ? (
            <EmptyState
              icon={<IconReportAnalytics size={24} stroke={1.75} aria-hidden />}
              title={t('report.none')}
              text={t('report.noneText')}
            />
          ) : (
            <>
              {data ? <Figures report={data} /> : !report.error && <FiguresSkeleton />}
              {data?.isRunning && <p className="muted">{t('report.running', { day: dayText(data.until) })}</p>}
              <EnergyChart
                slots={data && reportSlots(data)}
                name={site.siteName}
                range={range}
                timeZone={site.timezone}
                height={HEIGHT}
                error={report.error}
                onRetry={() => void report.refetch()}
              />
            </>
          )}
        </Card>
        {!data && !report.error && <CardSkeleton />}
        {data && !isEmpty && (
          <>
            <ReportCards report={data} />
            <ReportProblems report={data} range={range} />
            <ReportRows report={data} range={range} />
            <ReportDevices report={data} range={range} />
          </>
        )}
      </div>
    </DoubtfulFigures>
  );
}

export function ReportTab({ site, search, change }: Props) {
  if (site) return <Loaded site={site} search={search} change={change} />;
  return (
    <div className={classes.stack}>
      <Card>
        <Skeleton height={36} />
        <FiguresSkeleton />
        <Skeleton height={HEIGHT + 28} />
      </Card>
      <CardSkeleton />
    </div>
  );
}
