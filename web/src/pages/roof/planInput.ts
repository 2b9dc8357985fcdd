// Applies presses and keys on the plan to the draft.
import type { KeyboardEvent } from 'react';
import { keyOf } from '../../components/roof/plan.ts';
import type { Press } from '../../components/roof/RoofCanvas.tsx';
import { placedAmong } from './draft.ts';
import { keyEffect } from './keys.ts';
import { pressTarget, selectModule, selectZone } from './pressTarget.ts';
import type { Editing } from './useEditing.ts';

/** Handles a press; false: nothing was hit, and the view may be panned. */
export function pressPlan(editing: Editing, { at, place, event }: Press): boolean {
  const { draft, selectedKeys, setSelectedKeys, zones, setZones, setPlace, drags, movesPhoto } = editing;
  const view = editing.stage.current?.view;
  if (!view || editing.saving.showsTheirs) return false;
  const extendsSelection = event.shiftKey || event.ctrlKey || event.metaKey;
  const target = pressTarget(at, place, { draft, zones, movesPhoto, view });
  if (target.kind === 'photo') drags.photo(event);
  else if (target.kind === 'handle') drags.turn(event, target.zone);
  else if (target.kind === 'module') {
    setPlace(target.place);
    setZones(new Set());
    const key = keyOf(target.module);
    const next = selectModule(selectedKeys, key, extendsSelection);
    setSelectedKeys(next);
    if (next.has(key))
      drags.modules(event, placedAmong(draft, next), () => !extendsSelection && setSelectedKeys(new Set([key])));
  } else if (target.kind === 'zone') {
    if (target.place) setPlace(target.place);
    const ids = selectZone(zones, target.zone.id, extendsSelection);
    setZones(ids);
    drags.zones(event, ids);
  } else if (extendsSelection) drags.boxSelect(event);
  else return false;
  return true;
}

export function pressKey(editing: Editing, event: KeyboardEvent): void {
  const { draft, place, selectedKeys, setSelectedKeys, zones, setZones, zone, placed, announce } = editing;
  if (editing.saving.showsTheirs) return;
  const effect = keyEffect(event, { draft, place, selectedKeys, zones, zone: zone?.id ?? null, placed });
  if (effect === null) return void editing.byKey(event);
  event.preventDefault();
  if (effect.draft) editing.act(effect.draft);
  if (effect.rotation !== undefined) announce.turned(effect.rotation);
  if (effect.placesSelection && place) editing.put(editing.selected, place);
  else if (effect.selectedKeys) setSelectedKeys(effect.selectedKeys);
  if (effect.zones) setZones(effect.zones);
  if (effect.removedCount) announce.removed(effect.removedCount);
  else if (effect.selectedKeys && effect.selectedKeys.size > 0) announce.selected(effect.selectedKeys.size);
}
