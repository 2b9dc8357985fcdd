// The plant at a glance: what is wrong, now and today, where energy goes if that is measured, what was made so far, the devices.
import type { Response } from '@heliograph/contract/calls.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { portal } from '../../../brand/portal.ts';
import { useIsStale } from '../../../components/Age.tsx';
import { EnergyFlow } from '../../../components/EnergyFlow.tsx';
import classes from '../../../components/plant/plant.module.css';
import { lastUpdateAt } from '../../../components/plant/SiteHeader.tsx';
import { wireNumber } from '../../../format/numbers.ts';
import { usePermission } from '../../../session/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { FigureSkeleton, RowSkeletons, Skeleton } from '../../../ui/Skeleton.tsx';
import { WeatherCard } from '../lazyTabs.tsx';
import { siteLike } from '../siteLike.ts';
import { BenefitsCard } from './BenefitsCard.tsx';
import { DevicesCard } from './DevicesCard.tsx';
import { FactsCard } from './FactsCard.tsx';
import { FigureStrip } from './FigureStrip.tsx';
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

/** With the plant's facts below them these are about as high as weather and benefits. */
const FEW = 5;
/** From so many on devices are by themselves; between, they are as high as the weather alone. */
const MANY = 12;

function Loaded({ site, detail }: { site: Response<'site/overview'>; detail: Props['detail'] }) {
  const { t } = useTranslation();
  const showsDevices = usePermission('SiteDevices');
  const showsBenefits = usePermission('SiteBenefits');
  const isMetered = site.energy.home.show || site.energy.grid.show;
  const isStale = useIsStale(lastUpdateAt(site), site.expectedUploadS);
  const count = site.deviceList.length;
  const hasMade = wireNumber(site.statisticsProduction.total) !== null;
  /** Nothing can be known of it yet: what to do next comes first, and nothing that is empty. */
  const isNew = showsDevices && count === 0 && !hasMade;
  const { asksWeather } = portal;
  // What ends together stands together, so that no card is stretched; without weather all of them stand across.
  const areFactsBelow = !asksWeather || count > FEW;
  const areBenefitsBelow = !asksWeather || (areFactsBelow && count < MANY);
  const benefits = showsBenefits && hasMade && <BenefitsCard benefit={site.benefit} isWide={areBenefitsBelow} />;
  const devices = showsDevices && <DevicesCard site={site} mayRegister={detail?.rights.addDevices ?? false} />;
  const facts = detail && <FactsCard detail={detail} basis={site.worthBasis} isWide={areFactsBelow} />;
  const across = `${classes.wide} ${classes.column}`;
  return (
    <div className={classes.overview}>
      <ProblemList site={site} className={classes.wide} />
      <SourceNotices events={site.sourceEvents} className={classes.wide} />
      {/* Without a meter the flow has one wire, which the figure beside it says as well. */}
      {!isNew && <NowCard site={site} isStale={isStale} className={isMetered ? classes.mainCard : classes.wide} />}
      {isMetered && !isNew && (
        <Card title={t('flow.title')} className={classes.flowCard}>
          <EnergyFlow
            flow={site.energy}
            ratedW={siteLike(site)}
            isStale={isStale}
            isUnheard={site.lastUpdateIso === null}
          />
        </Card>
      )}
      {!isNew && <FigureStrip site={site} className={classes.strip} />}
      {asksWeather ? (
        <>
          {isNew && <div className={across}>{devices}</div>}
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
            <div className={across}>
              {areBenefitsBelow && benefits}
              {facts}
            </div>
          )}
        </>
      ) : (
        <div className={across}>
          {devices}
          {benefits}
          {facts}
        </div>
      )}
    </div>
  );
}

export function OverviewTab({ site, detail }: Props) {
  return site ? <Loaded site={site} detail={detail} /> : <OverviewSkeleton />;
}
