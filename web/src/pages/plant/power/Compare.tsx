// Selects the comparison of a day: none, another day, another device of the plant, or another plant that the user may see.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../components/Choice.tsx';
import { DayInput } from '../../../components/DayInput.tsx';
import { PlantSelect } from '../../../components/PlantSelect.tsx';
import { deviceChoices, type SiteDevice } from '../../../components/plant/deviceOrder.ts';
import classes from '../../../components/plant/plant.module.css';
import type { SiteSearch } from '../../../components/plant/search.ts';
import { addDays } from '../../../format/dayCount.ts';

type Kind = 'none' | 'day' | 'device' | 'site';
const LABELS = {
  none: 'power.alone',
  day: 'power.besideDay',
  device: 'power.besideDevice',
  site: 'power.besideSite',
} as const satisfies Record<Kind, string>;

interface Props {
  search: SiteSearch;
  change: (changed: Partial<SiteSearch>) => void;
  /** The displayed day, and today at the plant. */
  day: string;
  today: string;
  /** Other devices to compare with; empty: not offered. */
  devices: readonly SiteDevice[];
  /** Whether other devices and plants are offered: not for a module. */
  mayBeOther: boolean;
  /** Name of the compared plant, once it is loaded. */
  siteName: string | undefined;
}

const NO_COMPARISON = { besideDay: undefined, besideDevice: undefined, besideSite: undefined };

export function Compare({ search, change, day, today, devices, mayBeOther, siteName }: Props) {
  const { t } = useTranslation();
  // The kind "site" has no plant in the URL until the user selects one.
  const [isSearchingSite, setSearchingSite] = useState(false);
  const { besideDay, besideDevice, besideSite } = search;
  const urlKind: Kind = besideDay ? 'day' : besideDevice ? 'device' : besideSite ? 'site' : 'none';
  const kind = urlKind === 'none' && isSearchingSite ? 'site' : urlKind;
  const kinds: Kind[] = [
    'none',
    'day',
    ...(mayBeOther ? ([...(devices.length > 0 ? ['device'] : []), 'site'] as Kind[]) : []),
  ];
  const choose = (next: string) => {
    setSearchingSite(next === 'site');
    const [device] = deviceChoices(devices);
    change({
      ...NO_COMPARISON,
      ...(next === 'day' ? { besideDay: addDays(day, -1) } : {}),
      ...(next === 'device' ? { besideDevice: device?.value } : {}),
    });
  };
  return (
    <div className={`${classes.filters} ${classes.compare}`}>
      <Choice
        aria-label={t('power.compare')}
        widthPx={240}
        value={kind}
        choices={kinds.map((option) => ({ value: option, label: t(LABELS[option]) }))}
        onChange={choose}
      />
      {kind === 'day' && (
        <DayInput
          whenWanted
          className={classes.day}
          aria-label={t('power.otherDay')}
          value={besideDay ?? ''}
          max={today}
          onChange={(selected) => selected !== '' && change({ ...NO_COMPARISON, besideDay: selected })}
        />
      )}
      {kind === 'device' && (
        <Choice
          aria-label={t('power.otherDevice')}
          widthPx={240}
          value={besideDevice ?? ''}
          choices={deviceChoices(devices)}
          onChange={(selected) => change({ ...NO_COMPARISON, besideDevice: selected })}
        />
      )}
      {kind === 'site' && (
        <PlantSelect
          isBare
          label={t('power.otherSite')}
          placeholder={t('power.otherSite')}
          searching={t('power.searching')}
          isSelectable={() => true}
          excludedSid={search.sid}
          value={besideSite ? { sid: besideSite, siteName: siteName ?? '' } : null}
          onChange={(plant) => change({ ...NO_COMPARISON, besideSite: plant?.sid })}
        />
      )}
    </div>
  );
}
