// The overview of a plant: problems, power now and energy today, the energy flow where it is metered, production so far, the devices.
import type { Response } from '@heliograph/contract/calls.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { portal } from '../../../brand/portal.ts';
import { useIsStale } from '../../../components/Age.tsx';
import { EnergyFlow } from '../../../components/EnergyFlow.tsx';
import { DoubtfulFigures } from '../../../components/plant/Doubtful.tsx';
import classes from '../../../components/plant/plant.module.css';
import { lastUpdateAt } from '../../../components/plant/SiteHeader.tsx';
import { wireNumber } from '../../../format/numbers.ts';
import { isMetered } from '../../../format/shownDay.ts';
import { usePermission } from '../../../session/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { FigureSkeleton, RowSkeletons, Skeleton } from '../../../ui/Skeleton.tsx';
import { WeatherCard } from '../lazyTabs.tsx';
import { siteLike } from '../siteLike.ts';
import { BenefitsCard } from './BenefitsCard.tsx';
import { Commissioning } from './Commissioning.tsx';
import { DevicesCard } from './DevicesCard.tsx';
import { FactsCard } from './FactsCard.tsx';
import { FigureStrip } from './FigureStrip.tsx';
import { HomeCard } from './HomeCard.tsx';
import { NowCard } from './NowCard.tsx';
import { ProblemList } from './ProblemList.tsx';
import { SourceNotices } from './SourceNotices.tsx';

interface Props {
  site: Response<'site/overview'> | undefined;
  detail: Response<'site/detail'> | undefined;
}

function OverviewSkeleton() {
  return (
    <div className={classes.overview} aria-hidden>
      <Card className={classes.wide}>
        <div className={classes.hero}>
          <FigureSkeleton size="lg" />
          <FigureSkeleton />
          <FigureSkeleton />
        </div>
        <Skeleton height={276} />
      </Card>
      <Card className={classes.strip}>
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <FigureSkeleton key={key} />
        ))}
      </Card>
      <Card flush>
        <RowSkeletons rows={6} />
      </Card>
    </div>
  );
}

/** Up to this many devices, the device list with the facts below it is about as high as weather and benefits. */
const SHORT_LIST_COUNT = 5;
/** From this many devices on, the device list alone is about as high as weather and benefits; below it, as high as the weather alone. */
const LONG_LIST_COUNT = 12;

function Loaded({ site, detail }: { site: Response<'site/overview'>; detail: Props['detail'] }) {
  const { t } = useTranslation();
  const showsDevices = usePermission('SiteDevices');
  const showsBenefits = usePermission('SiteBenefits');
  const showsHome = isMetered(site);
  const isStale = useIsStale(lastUpdateAt(site), site.expectedUploadS);
  const count = site.deviceList.length;
  const hasProduction = wireNumber(site.statisticsProduction.total) !== null;
  /** Neither devices nor data yet: the page shows the next step first and no empty cards. */
  const isNew = showsDevices && count === 0 && !hasProduction;
  const { asksWeather } = portal;
  // Columns hold cards of similar total height, so that no card is stretched; without weather every card takes the full width.
  const areFactsBelow = !asksWeather || count > SHORT_LIST_COUNT;
  const areBenefitsBelow = !asksWeather || (areFactsBelow && count < LONG_LIST_COUNT);
  const benefits = showsBenefits && hasProduction && <BenefitsCard benefit={site.benefit} isWide={areBenefitsBelow} />;
  const devices = showsDevices && <DevicesCard site={site} mayRegister={detail?.rights.addDevices ?? false} />;
  const facts = detail && <FactsCard detail={detail} basis={site.worthBasis} isWide={areFactsBelow} />;
  const fullWidth = `${classes.wide} ${classes.column}`;
  return (
    <div className={classes.overview}>
      {/* A new plant needs its devices first. */}
      {!isNew && detail && !detail.commission && detail.rights.update && (
        <Commissioning detail={detail} className={classes.wide} />
      )}
      <ProblemList site={site} className={classes.wide} />
      <SourceNotices events={site.sourceEvents} className={classes.wide} />
      {/* Without a meter the flow has a single wire, which the figure next to it already shows. */}
      {!isNew && showsHome && <HomeCard site={site} isStale={isStale} />}
      {!isNew && !showsHome && <NowCard site={site} isStale={isStale} className={classes.wide} />}
      {!isNew && showsHome && (
        <Card title={t('flow.title')} className={classes.flowCard}>
          <EnergyFlow
            flow={site.energy}
            ratedW={siteLike(site)}
            isStale={isStale}
            hasNoData={site.lastUpdateIso === null}
          />
        </Card>
      )}
      {!isNew && <FigureStrip site={site} className={classes.strip} />}
      {asksWeather ? (
        <>
          {isNew && <div className={fullWidth}>{devices}</div>}
          <div className={classes.column}>
            {!isNew && devices}
            {!areFactsBelow && facts}
          </div>
          <div className={classes.column}>
            <Suspense
              fallback={
                <Card>
                  <Skeleton height={356} />
                </Card>
              }
            >
              <WeatherCard sid={site.sid} timeZone={site.timezone} />
            </Suspense>
            {!areBenefitsBelow && benefits}
          </div>
          {areFactsBelow && (
            <div className={fullWidth}>
              {areBenefitsBelow && benefits}
              {facts}
            </div>
          )}
        </>
      ) : (
        <div className={fullWidth}>
          {devices}
          {benefits}
          {facts}
        </div>
      )}
    </div>
  );
}

export function OverviewTab({ site, detail }: Props) {
  if (!site) return <OverviewSkeleton />;
  return (
    <DoubtfulFigures sid={site.sid} list={site.doubtful}>
      <Loaded site={site} detail={detail} />
    </DoubtfulFigures>
  );
}
