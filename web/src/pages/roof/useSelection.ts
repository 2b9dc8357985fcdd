// The selection of the layout editor: modules, zones, and the place that has the focus.
import type { Response } from '@heliograph/contract/calls.ts';
import { type RefObject, useMemo, useState } from 'react';
import { keyOf } from '../../components/roof/plan.ts';
import type { Stage } from '../../components/roof/stage.ts';
import { useFocus } from '../../components/roof/useFocus.ts';
import { type Draft, zoneOf } from './draft.ts';

interface Options {
  draft: Draft;
  shown: Draft;
  modules: Response<'site/layoutInfo'>['modules'];
  stage: RefObject<Stage | null>;
}

export function useSelection({ draft, shown, modules, stage }: Options) {
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(new Set());
  const [zones, setZones] = useState<ReadonlySet<number>>(new Set());
  const { place, setPlace, byKey } = useFocus(shown.zones, stage);
  const placed = useMemo(() => new Set(draft.zones.flatMap((zone) => zone.modules.map(keyOf))), [draft.zones]);
  const unplaced = useMemo(() => modules.filter((module) => !placed.has(keyOf(module))), [modules, placed]);
  const selected = useMemo(() => modules.filter((module) => selectedKeys.has(keyOf(module))), [modules, selectedKeys]);
  return {
    /** Keys of the selected modules. */
    selectedKeys,
    setSelectedKeys,
    /** Ids of the selected zones. */
    zones,
    setZones,
    place,
    setPlace,
    byKey,
    /** Keys of all modules that have a place. */
    placed,
    /** Modules without a place. */
    unplaced,
    selected,
    unplacedSelection: selected.filter((module) => !placed.has(keyOf(module))),
    /** The zone selected last, else the zone of the focused place. */
    zone: zoneOf(draft, [...zones].at(-1) ?? place?.zone ?? -1),
  };
}
