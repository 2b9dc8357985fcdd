// Filters of the power view: the day, the device or module, the step, and what is compared.
import type { Response } from '@heliograph/contract/calls.ts';
import { CHART_STEPS_MIN } from '@heliograph/contract/limits.ts';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../components/Choice.tsx';
import { deviceChoices, type SiteDevice } from '../../../components/plant/deviceOrder.ts';
import classes from '../../../components/plant/plant.module.css';
import { DayStepper } from '../../../components/plant/Stepper.tsx';
import type { SiteSearch } from '../../../components/plant/search.ts';
import { usePermission } from '../../../session/session.ts';
import { Compare } from './Compare.tsx';
import type { Subject } from './usePower.ts';

interface FilterProps {
  change: (changed: Partial<SiteSearch>) => void;
}

function DeviceFilter({ devices, sn, change }: FilterProps & { devices: readonly SiteDevice[]; sn: string }) {
  const { t } = useTranslation();
  return (
    <Choice
      aria-label={t('plant.source')}
      widthPx={240}
      value={sn}
      choices={[{ value: '', label: t('plant.wholePlant') }, ...deviceChoices(devices)]}
      onChange={(selected) =>
        // The compared device may be the one just selected.
        change({ device: selected || undefined, step: undefined, module: undefined, besideDevice: undefined })
      }
    />
  );
}

function ModuleFilter({ modules, module, change }: FilterProps & { modules: number[]; module: number | null }) {
  const { t } = useTranslation();
  return (
    <Choice
      aria-label={t('power.module')}
      widthPx={160}
      value={String(module ?? '')}
      choices={[
        { value: '', label: t('power.wholeDevice') },
        ...modules.map((input) => ({ value: String(input), label: t('power.moduleOf', { n: input }) })),
      ]}
      onChange={(selected) =>
        change({ module: selected ? Number(selected) : undefined, step: undefined, lines: undefined })
      }
    />
  );
}

interface StepFilterProps extends FilterProps {
  /** Minutes. */
  step: number;
  /** Finest step offered, in minutes. */
  minStepMin: number;
  isZoomed: boolean;
}

function StepFilter({ step, minStepMin, isZoomed, change }: StepFilterProps) {
  const { t } = useTranslation();
  return (
    <Choice
      aria-label={t('plant.step')}
      widthPx={136}
      value={String(step)}
      choices={CHART_STEPS_MIN.filter((minutes) => minutes >= minStepMin || minutes === step).map((minutes) => ({
        value: String(minutes),
        label: t('plant.minutes', { count: minutes }),
      }))}
      onChange={(selected) => change({ step: Number(selected) === 5 && !isZoomed ? undefined : Number(selected) })}
    />
  );
}

interface FiltersProps extends FilterProps {
  site: Response<'site/overview'>;
  search: SiteSearch;
  today: string;
  subject: Subject;
  /** What was found for the day, spoken after it; null while it loads. */
  result: string | null;
  /** Inputs of the device; null: no module filter. */
  modules: number[] | null;
  /** Minutes. */
  step: number;
  /** Finest step of the plant in minutes; null: unknown. */
  finestMin: number | null;
  isZoomed: boolean;
  /** Name of the compared plant. */
  otherSiteName: string | undefined;
}

export function PowerFilters({ site, search, change, today, subject, modules, step, ...more }: FiltersProps) {
  const showsDevices = usePermission('SiteDevices');
  const { sn, module, day } = subject;
  return (
    <div className={classes.filters}>
      <DayStepper
        day={day}
        today={today}
        onDay={(next) => change({ day: next >= today ? undefined : next })}
        result={more.result}
      />
      {showsDevices && site.deviceList.length > 0 && <DeviceFilter devices={site.deviceList} sn={sn} change={change} />}
      {modules && <ModuleFilter modules={modules} module={module} change={change} />}
      <StepFilter
        step={step}
        minStepMin={sn === '' ? (more.finestMin ?? 5) : 0}
        isZoomed={more.isZoomed}
        change={change}
      />
      <Compare
        search={search}
        change={change}
        day={day}
        today={today}
        devices={sn === '' || !showsDevices ? [] : site.deviceList.filter((device) => device.sn !== sn)}
        mayBeOther={module === null}
        siteName={more.otherSiteName}
      />
    </div>
  );
}
