// The plan in the layout editor, operated by mouse, touch and keys, with announcements for screen readers.
import { useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Looks, PLAIN } from '../../components/roof/drawRoof.ts';
import { looksOf, markOf } from '../../components/roof/looks.ts';
import { moduleName, zoneName } from '../../components/roof/names.ts';
import { type Cell, keyOf, moduleAt } from '../../components/roof/plan.ts';
import { RoofCanvas } from '../../components/roof/RoofCanvas.tsx';
import type { Draw } from '../../components/roof/stage.ts';
import { useInks, useRoof } from '../../components/roof/useRoof.ts';
import { useAnnounced } from '../../ui/announcer.ts';
import { zoneOf } from './draft.ts';
import { drawEditing } from './drawEditing.ts';
import { useUndoKeys } from './keys.ts';
import classes from './layout.module.css';
import { pressKey, pressPlan } from './planInput.ts';
import type { Editing } from './useEditing.ts';

export function EditorPlan({ editing }: { editing: Editing }) {
  const { t } = useTranslation();
  const {
    stage,
    draft,
    shown,
    modules,
    history,
    selectedKeys,
    setSelectedKeys,
    zones,
    setZones,
    place,
    setPlace,
    placed,
  } = editing;
  const { ghost, box, moved } = editing.drags;
  const inks = useInks();
  const roof = useRoof(shown.zones, modules, shown.photo, shown.photoScale);
  const looks = useRef<Looks>(looksOf([], [], 1));
  // The editor shows where modules lie, not what they produce.
  looks.current = useMemo(
    () => ({
      level: new Int8Array(modules.length).fill(PLAIN),
      problem: Uint8Array.from(modules, ({ problems }) => markOf(problems[0]?.level)),
      texts: modules.map((module) => moduleName(module)),
    }),
    [modules],
  );
  useUndoKeys(history.undo, history.redo);
  const overlay = useCallback<Draw>(
    (ctx, on) => drawEditing(ctx, on, { shown: roof.zones, zones, selectedKeys, place, inks, ghost, box, moved }),
    [roof.zones, zones, selectedKeys, place, inks, ghost, box, moved],
  );
  const placeText = (at: Cell): string => {
    const zone = zoneOf(draft, at.zone);
    const placedModule = moduleAt(draft.zones, at);
    const module = placedModule && modules.find((candidate) => keyOf(candidate) === keyOf(placedModule));
    const position = t('roof.at', { zone: zone ? zoneName(zone, t) : '', row: at.row, column: at.column });
    return `${position}: ${module ? moduleName(module) : t('roof.freePlace')}`;
  };
  useAnnounced(editing.announcement);
  useAnnounced(place ? placeText(place) : '');
  return (
    <div className={classes.plan}>
      <RoofCanvas
        ref={stage}
        roof={roof}
        looks={looks}
        inks={inks}
        label={t('roof.editLabel', { zones: shown.zones.length, placed: placed.size, all: modules.length })}
        describedBy="roof-keys"
        moved={moved}
        overlay={overlay}
        onPress={(press) => pressPlan(editing, press)}
        onPlace={({ place: at }) => {
          setPlace(at);
          setSelectedKeys(new Set());
          setZones(new Set());
        }}
        onKey={(event) => pressKey(editing, event)}
        isEditable
      />
      <div className={classes.below}>
        <p id="roof-keys" className="muted withKeys">
          {t('roof.keys')}
        </p>
      </div>
    </div>
  );
}
