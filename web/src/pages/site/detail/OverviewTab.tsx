// The plant at a glance: now and today first, where energy goes, what was made so far, what is wrong, the devices.
import type { Response } from '@heliograph/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { useIsStale } from '../../../components/Age.tsx';
import { EnergyFlow } from '../../../components/EnergyFlow.tsx';
import { usePermission } from '../../../session/session.ts';
import { Bone, FigureBone, RowBones } from '../../../ui/Bones.tsx';
import { Card } from '../../../ui/Card.tsx';
import { AlertBanner } from './AlertBanner.tsx';
import { BenefitsCard } from './BenefitsCard.tsx';
import { DevicesCard } from './DevicesCard.tsx';
import classes from './detail.module.css';
import { FactsCard } from './FactsCard.tsx';
import { FigureStrip } from './FigureStrip.tsx';
import { NowCard } from './NowCard.tsx';
import { heardAt } from './SiteHeader.tsx';
import { SourceNotices } from './SourceNotices.tsx';

interface Props {
  site: Response<'site/overview'> | undefined;
  detail: Response<'site/detail'> | undefined;
}

function OverviewBones() {
  return (
    <div className={classes.overview} aria-hidden>
      <Card className={classes.mainCard}>
        <div className={classes.hero}>
          <FigureBone size="lg" />
          <FigureBone />
        </div>
        <Bone height={248} />
      </Card>
      <Card className={classes.flowCard}>
        <Bone height={300} />
      </Card>
      <Card className={classes.strip}>
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <FigureBone key={key} />
        ))}
      </Card>
      <Card flush className={classes.devicesCard}>
        <RowBones rows={6} />
      </Card>
    </div>
  );
}

function Loaded({ site, detail }: { site: Response<'site/overview'>; detail: Props['detail'] }) {
  const { t } = useTranslation();
  const showsDevices = usePermission('SiteDevices');
  const showsBenefits = usePermission('SiteBenefits');
  const isStale = useIsStale(heardAt(site), site.expectedUploadS);
  return (
    <div className={classes.overview}>
      <NowCard site={site} isStale={isStale} className={classes.mainCard} />
      <Card title={t('flow.title')} className={classes.flowCard}>
        <EnergyFlow flow={site.energy} isStale={isStale} />
      </Card>
      <FigureStrip site={site} className={classes.strip} />
      <AlertBanner alert={site.alert} className={classes.alert} />
      <SourceNotices events={site.sourceEvents} className={classes.alert} />
      {showsDevices && <DevicesCard site={site} className={classes.devicesCard} />}
      <div className={showsDevices ? classes.asides : classes.asidesWide}>
        {showsBenefits && <BenefitsCard benefit={site.benefit} />}
        {detail && <FactsCard detail={detail} />}
      </div>
    </div>
  );
}

export function OverviewTab({ site, detail }: Props) {
  return site ? <Loaded site={site} detail={detail} /> : <OverviewBones />;
}
