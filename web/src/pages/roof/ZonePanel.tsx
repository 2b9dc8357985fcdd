// Panel for the current zone: name, orientation, size and actions.
import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/Choice.tsx';
import { MoreMenu } from '../../components/MoreMenu.tsx';
import { zoneName } from '../../components/roof/names.ts';
import type { Zone } from '../../components/roof/plan.ts';
import { keyOf } from '../../components/roof/plan.ts';
import {
  changeZone,
  type Draft,
  fillZone,
  freePlaces,
  type ModuleKey,
  removeModules,
  removeZones,
  turnZone,
} from './draft.ts';
import classes from './layout.module.css';
import { Measures } from './Measure.tsx';

interface Props {
  draft: Draft;
  zone: Zone;
  /** Unplaced modules: the selected ones, else all. */
  unplaced: readonly ModuleKey[];
  change: (draft: Draft) => void;
  onSeparate: () => void;
  onCombine: () => void;
}

export function ZonePanel({ draft, zone, unplaced, change, onSeparate, onCombine }: Props) {
  const { t } = useTranslation();
  const { id, name, orientation, rows, columns, rotation } = zone;
  const set = (part: Partial<Zone>) => change(changeZone(draft, id, part));
  const free = freePlaces(zone, 'rows').length;
  const fillCount = Math.min(free, unplaced.length);
  const fill = (by: 'rows' | 'columns') => change(fillZone(draft, id, unplaced, by));
  return (
    <section className={classes.part} aria-label={t('roof.zoneOf', { name: zoneName(zone, t) })}>
      <div className={classes.partHead}>
        <h2>{zoneName(zone, t)}</h2>
        <MoreMenu
          label={t('roof.zoneActions', { name: zoneName(zone, t) })}
          actions={[
            ...(rows > 1 ? [{ label: t('roof.separate'), onClick: onSeparate }] : []),
            ...(draft.zones.length > 1 ? [{ label: t('roof.combine'), onClick: onCombine }] : []),
            ...(zone.modules.length > 0
              ? [
                  {
                    label: t('roof.emptyZone'),
                    onClick: () => change(removeModules(draft, new Set(zone.modules.map(keyOf)))),
                  },
                ]
              : []),
            {
              label: t('roof.removeZone'),
              isDangerous: true,
              onClick: () => change(removeZones(draft, new Set([id]))),
            },
          ]}
        />
      </div>
      <Stack gap="xs">
        <Name
          key={id}
          value={name}
          placeholder={zoneName({ ...zone, name: '' }, t)}
          onChange={(typed) => set({ name: typed })}
        />
        <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
          <Measures names={['tilt', 'azimuth', 'rows', 'columns']} values={zone} set={set} />
          <Choice
            label={t('roof.orientation')}
            value={orientation}
            choices={[
              { value: 'portrait', label: t('roof.portrait') },
              { value: 'landscape', label: t('roof.landscape') },
            ]}
            onChange={(value) => set({ orientation: value as Zone['orientation'] })}
          />
          <Measures
            names={['rotation']}
            values={{ rotation }}
            set={({ rotation: degrees = rotation }) => change(turnZone(draft, id, degrees))}
          />
          <Measures names={['x', 'y']} values={zone} set={set} />
        </SimpleGrid>
        <div className={classes.buttons}>
          <Button variant="default" size="xs" disabled={fillCount === 0} onClick={() => fill('rows')}>
            {t('roof.fillRows', { count: fillCount })}
          </Button>
          <Button variant="default" size="xs" disabled={fillCount === 0} onClick={() => fill('columns')}>
            {t('roof.fillColumns', { count: fillCount })}
          </Button>
        </div>
        <p className="muted">{t('roof.places', { taken: zone.modules.length, all: rows * columns })}</p>
      </Stack>
    </section>
  );
}

function Name({
  value,
  placeholder,
  onChange,
}: {
  value: string;
  placeholder: string;
  onChange: (name: string) => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const apply = () => {
    if (typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <TextInput
      label={t('roof.name')}
      value={typed}
      maxLength={60}
      placeholder={placeholder}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  );
}
