// The side panels of the layout editor: place, unplaced modules, zones and photo.
import { useTranslation } from 'react-i18next';
import { keyOf, middleOf } from '../../components/roof/plan.ts';
import { CellPanel } from './CellPanel.tsx';
import { nextFree } from './draft.ts';
import classes from './layout.module.css';
import { PhotoPanel } from './PhotoPanel.tsx';
import { Tray } from './Tray.tsx';
import type { Editing } from './useEditing.ts';
import { NoZones, ZoneList } from './ZoneList.tsx';
import { ZonePanel } from './ZonePanel.tsx';

export function EditorSide({ editing }: { editing: Editing }) {
  const { t } = useTranslation();
  const { sid, draft, act, selectedKeys, setSelectedKeys, setZones, place, setPlace, setDialog } = editing;
  const { zone, unplaced, unplacedSelection } = editing;
  return (
    // Another user's version is read-only.
    <div className={classes.side} inert={editing.saving.showsTheirs}>
      <CellPanel
        draft={draft}
        modules={editing.modules}
        unplaced={unplaced}
        place={place}
        selected={editing.selected}
        placed={editing.placed}
        onPut={editing.put}
        onNext={() => place && setPlace(nextFree(draft, place))}
        onRemove={(keys) => {
          editing.remove(keys);
          setSelectedKeys(new Set());
        }}
        onMove={() => setDialog('move')}
      />
      <Tray
        modules={unplaced}
        selectedKeys={selectedKeys}
        onSelect={setSelectedKeys}
        onDrag={(module, event) => {
          if (event.pointerType === 'touch' || event.button !== 0) return;
          const keys = selectedKeys.has(keyOf(module)) ? unplacedSelection : [module];
          editing.drags.modules(event, keys, () => undefined);
        }}
      />
      {zone && (
        <ZonePanel
          key={zone.id}
          draft={draft}
          zone={zone}
          unplaced={unplacedSelection.length > 0 ? unplacedSelection : unplaced}
          change={act}
          onSeparate={() => setDialog('separate')}
          onCombine={() => setDialog('combine')}
        />
      )}
      {!zone && draft.zones.length > 0 && (
        <section className={classes.part}>
          <p className="muted">{t('roof.chooseZone')}</p>
        </section>
      )}
      {draft.zones.length === 0 ? (
        <NoZones sid={sid} onArranged={(arranged) => act({ ...draft, zones: arranged }, t('roof.toldArranged'))} />
      ) : (
        <ZoneList
          zones={draft.zones}
          selectedId={zone?.id}
          onSelect={(target) => {
            setZones(new Set([target.id]));
            editing.stage.current?.reveal(middleOf(target, { row: 1, column: 1 }));
          }}
        />
      )}
      <PhotoPanel sid={sid} draft={draft} change={act} isMoving={editing.movesPhoto} onMoving={editing.setMovesPhoto} />
    </div>
  );
}
