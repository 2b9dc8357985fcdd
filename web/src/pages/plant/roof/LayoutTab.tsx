// The layout of a plant, coloured by the current power of its modules.

import type { Response } from '@heliograph/contract/calls.ts';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { TabSkeleton } from '../../../components/plant/lazyTabs.tsx';
import { REFETCH_MS } from '../../../components/plant/useToday.ts';
import { NoModules, NoPlaces } from '../../../components/roof/EmptyRoof.tsx';
import { looksOf, scaleOf } from '../../../components/roof/looks.ts';
import classes from '../../../components/roof/roof.module.css';
import type { Stage } from '../../../components/roof/stage.ts';
import { useRoof } from '../../../components/roof/useRoof.ts';
import { full, inline, power } from '../../../format/numbers.ts';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RoofView } from './RoofView.tsx';

const ROOF_HEIGHT = 'clamp(320px, 56dvh, 640px)';

export function LayoutTab({ sid }: { sid: string }) {
  const layout = useCall('site/layoutInfo', { sid }, { refetchIntervalMs: REFETCH_MS });
  if (layout.error && !layout.data)
    return (
      <Card>
        <ErrorState error={layout.error} onRetry={() => void layout.refetch()} />
      </Card>
    );
  if (!layout.data) return <TabSkeleton />;
  if (layout.data.modules.length === 0) return <NoModules sid={sid} />;
  return layout.data.zones.length === 0 ? <NoPlaces layout={layout.data} /> : <Loaded layout={layout.data} />;
}

function Loaded({ layout }: { layout: Response<'site/layoutInfo'> }) {
  const { t } = useTranslation();
  const { zones, modules, photo, layoutScale, isProposal, changeable, isDark } = layout;
  const roof = useRoof(zones, modules, photo, layoutScale);
  const powers = useMemo(() => modules.map(({ now }) => now), [modules]);
  const scaleW = scaleOf(layout.scaleW, powers);
  const stage = useRef<Stage>(null);
  const looks = useRef(looksOf([], [], 1));
  useEffect(() => {
    looks.current = looksOf(
      powers,
      modules.map(({ fault }) => fault !== ''),
      scaleW,
    );
    stage.current?.invalidate();
  }, [modules, powers, scaleW]);
  const reported = powers.filter((powerW) => powerW !== null);
  const sumW = reported.length === 0 ? null : reported.reduce((sum, powerW) => sum + powerW, 0);
  const unplaced = modules.length - zones.reduce((sum, zone) => sum + zone.modules.length, 0);
  return (
    <Card>
      {isProposal && (
        <div className={classes.notice}>
          <Notice kind="info">{t(changeable ? 'roof.isProposal' : 'roof.isProposalToRead')}</Notice>
        </div>
      )}
      <RoofView
        layout={layout}
        roof={roof}
        modules={modules}
        looks={looks}
        powers={powers}
        scaleW={scaleW}
        height={ROOF_HEIGHT}
        label={t('roof.label', { told: reported.length, all: modules.length, power: inline(power(sumW)) })}
        stage={stage}
      />
      <p className="muted" style={{ fontSize: 13 }}>
        {t('roof.telling', { told: full(reported.length), all: full(modules.length) })}
        {isDark && ` ${t('roof.isDark')}`}
        {unplaced > 0 && ` ${t('roof.unplacedCount', { count: unplaced })}`}
      </p>
    </Card>
  );
}
