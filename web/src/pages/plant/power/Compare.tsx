// What the day stands beside: nothing, another day, another device of the plant, or another plant that the reader sees.
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
const WORDS = {
  none: 'power.alone',
  day: 'power.besideDay',
  device: 'power.besideDevice',
  site: 'power.besideSite',
} as const satisfies Record<Kind, string>;

interface Props {
  search: SiteSearch;
  change: (changed: Partial<SiteSearch>) => void;
  /** The shown day, and the plant's today. */
  day: string;
  today: string;
  /** Others to compare with; none: it is no choice. */
  devices: readonly SiteDevice[];
  /** The whole plant or one of its devices is shown, not a module. */
  mayBeOther: boolean;
  /** Of the compared plant, once it is known. */
  siteName: string | undefined;
}

const NOTHING = { besideDay: undefined, besideDevice: undefined, besideSite: undefined };

export function Compare({ search, change, day, today, devices, mayBeOther, siteName }: Props) {
  const { t } = useTranslation();
  // A plant has to be found first.
  const [seeksSite, setSeeks] = useState(false);
  const { besideDay, besideDevice, besideSite } = search;
  const told: Kind = besideDay ? 'day' : besideDevice ? 'device' : besideSite ? 'site' : 'none';
  const kind = told === 'none' && seeksSite ? 'site' : told;
  const kinds: Kind[] = [
    'none',
    'day',
    ...(mayBeOther ? ([...(devices.length > 0 ? ['device'] : []), 'site'] as Kind[]) : []),
  ];
  const choose = (next: string) => {
    setSeeks(next === 'site');
    const [device] = deviceChoices(devices);
    change({
      ...NOTHING,
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
        choices={kinds.map((each) => ({ value: each, label: t(WORDS[each]) }))}
        onChange={choose}
      />
      {kind === 'day' && (
        <DayInput
          whenWanted
          className={classes.day}
          aria-label={t('power.otherDay')}
          value={besideDay ?? ''}
          max={today}
          onChange={(chosen) => chosen !== '' && change({ ...NOTHING, besideDay: chosen })}
        />
      )}
      {kind === 'device' && (
        <Choice
          aria-label={t('power.otherDevice')}
          widthPx={240}
          value={besideDevice ?? ''}
          choices={deviceChoices(devices)}
          onChange={(chosen) => change({ ...NOTHING, besideDevice: chosen })}
        />
      )}
      {kind === 'site' && (
        <PlantSelect
          isBare
          label={t('power.otherSite')}
          placeholder={t('power.otherSite')}
          searching={t('power.searching')}
          isChoice={() => true}
          except={search.sid}
          value={besideSite ? { sid: besideSite, siteName: siteName ?? '' } : null}
          onChange={(plant) => change({ ...NOTHING, besideSite: plant?.sid })}
        />
      )}
    </div>
  );
}
