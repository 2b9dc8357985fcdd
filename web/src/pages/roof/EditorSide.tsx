// The panels beside the plan of the layout editor: place, modules without one, zones, photo.
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
  const { sid, draft, act, chosen, setChosen, setZones, place, setPlace, setDialog } = editing;
  const { zone, loose, looseSelected } = editing;
  return (
    // Another user's version can only be looked at.
    <div className={classes.side} inert={editing.saving.showsTheirs}>
      <CellPanel
        draft={draft}
        modules={editing.modules}
        loose={loose}
        place={place}
        selected={editing.selected}
        placed={editing.placed}
        onPut={editing.put}
        onNext={() => place && setPlace(nextFree(draft, place))}
        onOut={(keys) => {
          editing.remove(keys);
          setChosen(new Set());
        }}
        onMove={() => setDialog('move')}
      />
      <Tray
        modules={loose}
        chosen={chosen}
        onChoose={setChosen}
        onDrag={(module, event) => {
          if (event.pointerType === 'touch' || event.button !== 0) return;
          const keys = chosen.has(keyOf(module)) ? looseSelected : [module];
          editing.drags.modules(event, keys, () => undefined);
        }}
      />
      {zone && (
        <ZonePanel
          key={zone.id}
          draft={draft}
          zone={zone}
          loose={looseSelected.length > 0 ? looseSelected : loose}
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
          chosen={zone?.id}
          onChoose={(one) => {
            setZones(new Set([one.id]));
            editing.stage.current?.reveal(middleOf(one, { row: 1, column: 1 }));
          }}
        />
      )}
      <PhotoPanel sid={sid} draft={draft} change={act} isMoving={editing.movesPhoto} onMoving={editing.setMovesPhoto} />
    </div>
  );
}
