// The layout of a plant, coloured by the power or the energy of its modules; problems are marked day and night.
import '../../../ui/panelStyles.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import { SegmentedControl } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { WhatIsThis } from '../../../components/guide/WhatIsThis.tsx';
import { TabSkeleton } from '../../../components/plant/lazyTabs.tsx';
import type { SiteSearch } from '../../../components/plant/search.ts';
import { REFETCH_MS } from '../../../components/plant/useToday.ts';
import { NoModules, NoPlaces } from '../../../components/roof/EmptyRoof.tsx';
import { looksOf, scaleOf } from '../../../components/roof/looks.ts';
import {
  cellText,
  figureOf,
  MEASURES,
  type Measure,
  measuredValue,
  openingMeasure,
} from '../../../components/roof/measures.ts';
import classes from '../../../components/roof/roof.module.css';
import type { Stage } from '../../../components/roof/stage.ts';
import { useRoof } from '../../../components/roof/useRoof.ts';
import { energyOfKwh, full, inline } from '../../../format/numbers.ts';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RoofView } from './RoofView.tsx';

const ROOF_HEIGHT = 'clamp(320px, 56dvh, 640px)';

type Layout = Response<'site/layoutInfo'>;

interface Props {
  sid: string;
  timeZone: string | undefined;
  /** What colours the modules; chosen by what they have produced when omitted. */
  measure: Measure | undefined;
  /** Module, or device, that is selected at first. */
  shown?: { sn: string; input?: number | undefined } | undefined;
  change: (changed: Partial<SiteSearch>) => void;
}

export function LayoutTab({ sid, ...view }: Props) {
  const layout = useCall('site/layoutInfo', { sid }, { refetchIntervalMs: REFETCH_MS });
  if (layout.error && !layout.data)
    return (
      <Card>
        <ErrorState error={layout.error} onRetry={() => void layout.refetch()} />
      </Card>
    );
  if (!layout.data) return <TabSkeleton />;
  if (layout.data.modules.length === 0) return <NoModules sid={sid} />;
  if (layout.data.zones.length === 0) return <NoPlaces layout={layout.data} />;
  return <Loaded layout={layout.data} {...view} />;
}

function Loaded({ layout, timeZone, measure: chosen, shown, change }: Omit<Props, 'sid'> & { layout: Layout }) {
  const { t } = useTranslation();
  const { zones, modules, photo, layoutScale, isProposal, changeable, isDark } = layout;
  const [opening] = useState(() => openingMeasure(modules));
  const measure = chosen ?? opening;
  const roof = useRoof(zones, modules, photo, layoutScale);
  const values = useMemo(() => modules.map((module) => measuredValue(module, measure)), [modules, measure]);
  const scale = scaleOf(measure === 'now' ? layout.scaleW : null, values);
  const stage = useRef<Stage>(null);
  const looks = useRef(looksOf([], [], 1));
  useEffect(() => {
    looks.current = looksOf(
      values,
      modules.map(({ problems }) => problems[0]?.level),
      scale,
      (value) => cellText(value, measure),
    );
    stage.current?.invalidate();
  }, [modules, values, scale, measure]);
  const undividedKwh = undividedOf(modules);
  const known = values.filter((value) => value !== null);
  const sum = known.length === 0 ? null : known.reduce((all, value) => all + value, 0);
  const columns = MEASURES.map((each) => ({
    label: t(`roof.measures.${each}`),
    textOf: (index: number) => inline(figureOf(modules[index] && measuredValue(modules[index], each), each)),
  }));
  return (
    <Card>
      {isProposal && (
        <div className={classes.notice}>
          <Notice kind="info">{t(changeable ? 'roof.isProposal' : 'roof.isProposalToRead')}</Notice>
        </div>
      )}
      {measure === 'lifetime' && undividedKwh > 0 && (
        <div className={classes.notice}>
          <Notice kind="info">{t('roof.undivided', { energy: inline(energyOfKwh(undividedKwh)) })}</Notice>
        </div>
      )}
      <RoofView
        layout={layout}
        timeZone={timeZone}
        roof={roof}
        modules={modules}
        looks={looks}
        values={columns}
        main={columns[MEASURES.indexOf(measure)]!}
        scale={
          measure === 'now'
            ? { from: '0 W', to: inline(figureOf(scale, measure)) }
            : { from: '0', to: `${cellText(scale, measure)} kWh` }
        }
        nothing={t(measure === 'now' ? 'roof.noPower' : 'roof.noEnergy')}
        height={ROOF_HEIGHT}
        label={labelOf(t, measure, { known: known.length, all: modules.length, sum: inline(figureOf(sum, measure)) })}
        shown={shown}
        stage={stage}
      >
        <SegmentedControl
          aria-label={t('roof.measure')}
          size="xs"
          value={measure}
          onChange={(value) => change({ measure: value as Measure })}
          data={MEASURES.map((value) => ({ value, label: t(`roof.measures.${value}`) }))}
        />
        <WhatIsThis section="roof" />
      </RoofView>
      <Remarks layout={layout} measure={measure} known={known.length} isDark={isDark} />
    </Card>
  );
}

/** Returns the text alternative of the plan. */
function labelOf(t: TFunction, measure: Measure, { known, all, sum }: { known: number; all: number; sum: string }) {
  return measure === 'now'
    ? t('roof.label', { told: known, all, power: sum })
    : t('roof.energyLabel', { measure: t(`roof.measures.${measure}`), known, all, energy: sum });
}

interface RemarksProps {
  layout: Layout;
  measure: Measure;
  /** Number of modules with a value. */
  known: number;
  isDark: boolean;
}

/** Returns the energy of the devices that the lifetimes of their modules lack, kWh. */
function undividedOf(modules: Layout['modules']): number {
  const ofDevices = new Map(modules.map(({ sn, undividedKwh }) => [sn, undividedKwh ?? 0]));
  return [...ofDevices.values()].reduce((sum, kWh) => sum + kWh, 0);
}

/** What the colours do not say: modules without values or place. */
function Remarks({ layout: { modules, zones }, measure, known, isDark }: RemarksProps) {
  const { t } = useTranslation();
  const unplaced = modules.length - zones.reduce((sum, zone) => sum + zone.modules.length, 0);
  const texts = [
    ...(measure === 'now' ? [t('roof.telling', { told: full(known), all: full(modules.length) })] : []),
    ...(measure !== 'now' && known < modules.length
      ? [t('roof.withEnergy', { known: full(known), all: full(modules.length) })]
      : []),
    ...(measure === 'now' && isDark ? [t('roof.isDark')] : []),
    ...(unplaced > 0 ? [t('roof.unplacedCount', { count: unplaced })] : []),
  ];
  return (
    <p className="muted" style={{ fontSize: 13 }}>
      {texts.join(' ')}
    </p>
  );
}
