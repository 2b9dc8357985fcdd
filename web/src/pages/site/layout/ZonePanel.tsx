// The zone that is chosen: what it is called, how it lies, how large it is, and what can be done with it.
import { MOST_LAYOUT_METRES, MOST_ZONE_SIDE } from '@heliograph/contract/limits.ts';
import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../components/Choice.tsx';
import { MoreMenu } from '../../../components/MoreMenu.tsx';
import { zoneName } from '../../../components/roof/names.ts';
import type { Zone } from '../../../components/roof/plan.ts';
import { keyOf } from '../../../components/roof/plan.ts';
import {
  changeZone,
  type Draft,
  fillZone,
  freePlaces,
  type ModuleKey,
  removeZones,
  takeOut,
  turnZone,
} from './draft.ts';
import classes from './layout.module.css';
import { Measure } from './Measure.tsx';

interface Props {
  draft: Draft;
  zone: Zone;
  /** Modules without a place: those that are chosen, else all. */
  loose: readonly ModuleKey[];
  change: (draft: Draft) => void;
  onSeparate: () => void;
  onCombine: () => void;
}

export function ZonePanel({ draft, zone, loose, change, onSeparate, onCombine }: Props) {
  const { t } = useTranslation();
  const { id, name, tilt, azimuth, orientation, rows, columns, rotation, x, y } = zone;
  const set = (part: Partial<Zone>) => change(changeZone(draft, id, part));
  const free = freePlaces(zone, 'rows').length;
  const fits = Math.min(free, loose.length);
  const fill = (by: 'rows' | 'columns') => change(fillZone(draft, id, loose, by));
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
                    onClick: () => change(takeOut(draft, new Set(zone.modules.map(keyOf)))),
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
          onChange={(given) => set({ name: given })}
        />
        <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
          <Measure
            label={t('roof.tilt')}
            unit="°"
            digits={1}
            value={tilt}
            min={0}
            max={90}
            mayBeEmpty
            onChange={(value) => set({ tilt: value })}
          />
          <Measure
            label={t('roof.azimuth')}
            unit="°"
            digits={1}
            value={azimuth}
            min={0}
            max={360}
            mayBeEmpty
            onChange={(value) => set({ azimuth: value })}
          />
          <Measure
            label={t('roof.rows')}
            unit=""
            digits={0}
            value={rows}
            min={1}
            max={MOST_ZONE_SIDE}
            onChange={(value) => set({ rows: value! })}
          />
          <Measure
            label={t('roof.columns')}
            unit=""
            digits={0}
            value={columns}
            min={1}
            max={MOST_ZONE_SIDE}
            onChange={(value) => set({ columns: value! })}
          />
          <Choice
            label={t('roof.orientation')}
            value={orientation}
            choices={[
              { value: 'portrait', label: t('roof.portrait') },
              { value: 'landscape', label: t('roof.landscape') },
            ]}
            onChange={(value) => set({ orientation: value as Zone['orientation'] })}
          />
          <Measure
            label={t('roof.rotation')}
            unit="°"
            digits={1}
            value={rotation}
            min={-360}
            max={360}
            onChange={(value) => change(turnZone(draft, id, value!))}
          />
          <Measure
            label={t('roof.fromLeft')}
            unit="m"
            value={x}
            min={-MOST_LAYOUT_METRES}
            max={MOST_LAYOUT_METRES}
            onChange={(value) => set({ x: value! })}
          />
          <Measure
            label={t('roof.fromTop')}
            unit="m"
            value={y}
            min={-MOST_LAYOUT_METRES}
            max={MOST_LAYOUT_METRES}
            onChange={(value) => set({ y: value! })}
          />
        </SimpleGrid>
        <div className={classes.buttons}>
          <Button variant="default" size="xs" disabled={fits === 0} onClick={() => fill('rows')}>
            {t('roof.fillRows', { count: fits })}
          </Button>
          <Button variant="default" size="xs" disabled={fits === 0} onClick={() => fill('columns')}>
            {t('roof.fillColumns', { count: fits })}
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
  const take = () => {
    if (typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <TextInput
      label={t('roof.name')}
      value={typed}
      maxLength={60}
      placeholder={placeholder}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}
