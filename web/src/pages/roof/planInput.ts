// Applies presses and keys on the plan to the layout that is edited.
import type { KeyboardEvent } from 'react';
import { keyOf } from '../../components/roof/plan.ts';
import type { Press } from '../../components/roof/RoofCanvas.tsx';
import { placedAmong } from './draft.ts';
import { keyAct } from './keys.ts';
import { pressTarget, selectModule, selectZone } from './pressTarget.ts';
import type { Editing } from './useEditing.ts';

/** False: nothing of the layout was hit, and the view may be moved. */
export function pressPlan(editing: Editing, { at, place, event }: Press): boolean {
  const { draft, chosen, setChosen, zones, setZones, setPlace, drags, movesPhoto } = editing;
  const view = editing.stage.current?.view;
  if (!view || editing.saving.showsTheirs) return false;
  const isMore = event.shiftKey || event.ctrlKey || event.metaKey;
  const target = pressTarget(at, place, { draft, zones, movesPhoto, view });
  if (target.kind === 'photo') drags.photo(event);
  else if (target.kind === 'handle') drags.turn(event, target.zone);
  else if (target.kind === 'module') {
    setPlace(target.place);
    setZones(new Set());
    const key = keyOf(target.module);
    const next = selectModule(chosen, key, isMore);
    setChosen(next);
    if (next.has(key)) drags.modules(event, placedAmong(draft, next), () => !isMore && setChosen(new Set([key])));
  } else if (target.kind === 'zone') {
    if (target.place) setPlace(target.place);
    const ids = selectZone(zones, target.zone.id, isMore);
    setZones(ids);
    drags.zones(event, ids);
  } else if (isMore) drags.several(event);
  else return false;
  return true;
}

export function pressKey(editing: Editing, event: KeyboardEvent): void {
  const { draft, place, chosen, setChosen, zones, setZones, zone, placed, announce } = editing;
  if (editing.saving.showsTheirs) return;
  const done = keyAct(event, { draft, place, chosen, zones, zone: zone?.id ?? null, placed });
  if (done === null) return void editing.byKey(event);
  event.preventDefault();
  if (done.draft) editing.act(done.draft);
  if (done.turnedTo !== undefined) announce.turned(done.turnedTo);
  if (done.puts && place) editing.put(editing.selected, place);
  else if (done.chosen) setChosen(done.chosen);
  if (done.zones) setZones(done.zones);
  if (done.out) announce.removed(done.out);
  else if (done.chosen && done.chosen.size > 0) announce.selected(done.chosen.size);
}
