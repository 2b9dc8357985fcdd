// The layout of a plant while it is edited: the plan with its acts by mouse, finger and keys, zones and tray beside it, saved as one version.
import type { Response } from '@heliograph/contract/calls.ts';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { LeaveGuard } from '../../components/form/LeaveGuard.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { type Looks, PLAIN } from '../../components/roof/drawRoof.ts';
import { looksOf } from '../../components/roof/looks.ts';
import { moduleName, zoneName } from '../../components/roof/names.ts';
import { isOnName, keyOf, middleOf, moduleAt, type Place, type Zone } from '../../components/roof/plan.ts';
import { type Press, RoofCanvas } from '../../components/roof/RoofCanvas.tsx';
import type { Draw, Stage } from '../../components/roof/stage.ts';
import { useFocus } from '../../components/roof/useFocus.ts';
import { useInks, useRoof } from '../../components/roof/useRoof.ts';
import { full } from '../../format/numbers.ts';
import { links } from '../../links.ts';
import {
  type Draft,
  draftOf,
  type ModuleKey,
  nextFree,
  placedAmong,
  putModules,
  takeOut,
  turnZone,
  zoneOf,
} from './draft.ts';
import { drawEditing } from './drawEditing.ts';
import { EditorActions } from './EditorActions.tsx';
import { EditorNotices } from './EditorNotices.tsx';
import { type Kept, useFound, useKeeps } from './keptDraft.ts';
import { keyAct, useUndoKeys } from './keys.ts';
import classes from './layout.module.css';
import { PhotoPanel } from './PhotoPanel.tsx';
import { PlacePanel } from './PlacePanel.tsx';
import { Tray } from './Tray.tsx';
import { isOnHandle } from './turning.ts';
import { useDrags } from './useDrags.ts';
import { useHistory } from './useHistory.ts';
import { useSaving } from './useSaving.ts';
import { CombineZones, MoveTo, NewZone, type OpenDialog, SeparateRow } from './ZoneDialogs.tsx';
import { NoZones, ZoneList } from './ZoneList.tsx';
import { ZonePanel } from './ZonePanel.tsx';

type Layout = Response<'site/layoutInfo'>;

export function LayoutEditor({ layout: opened }: { layout: Layout }) {
  const { t } = useTranslation();
  const { sid } = opened;
  const [start] = useState(() => draftOf(opened));
  const found = useFound(opened);
  const history = useHistory(start, found.back?.draft);
  const { now: draft, change } = history;
  const [told, setTold] = useState('');
  const live = useCall('site/layoutInfo', { sid });
  const { modules } = live.data ?? opened;
  const saving = useSaving({ opened, draft, modules, refetch: live.refetch, change });
  const { showsTheirs, theirs, isTyped, base } = saving;
  const [old, setOld] = useState(found.old);
  const [isBack, setBack] = useState(found.back !== null);
  // Saved, discarded or undone: what is changed from now on was not there before.
  if (isBack && !isTyped) setBack(false);
  const kept = useMemo((): Kept | null => {
    if (!isTyped) return null;
    return draft === found.back?.draft ? found.back : { version: base.version, draft, savedAtMs: Date.now() };
  }, [isTyped, draft, found.back, base.version]);
  // What was kept stays until one has chosen what becomes of it.
  useKeeps(sid, old ? undefined : kept);
  const shown = showsTheirs && theirs ? draftOf(theirs) : draft;

  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [zones, setZones] = useState<ReadonlySet<number>>(new Set());
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [movesPhoto, setMovesPhoto] = useState(false);

  const stage = useRef<Stage>(null);
  const inks = useInks();
  const roof = useRoof(shown.zones, modules, shown.photo, shown.photoScale);
  const { place, setPlace, byKey } = useFocus(shown.zones, stage);
  const looks = useRef<Looks>(looksOf([], [], 1));
  // Which module lies where is what matters here, not what it gives.
  looks.current = useMemo(
    () => ({
      level: new Int8Array(modules.length).fill(PLAIN),
      fault: Uint8Array.from(modules, ({ fault }) => Number(fault !== '')),
      texts: modules.map((module) => moduleName(module)),
    }),
    [modules],
  );
  const placed = useMemo(() => new Set(draft.zones.flatMap((zone) => zone.modules.map(keyOf))), [draft.zones]);
  const loose = useMemo(() => modules.filter((module) => !placed.has(keyOf(module))), [modules, placed]);
  const selected = useMemo(() => modules.filter((module) => chosen.has(keyOf(module))), [modules, chosen]);
  const looseChosen = selected.filter((module) => !placed.has(keyOf(module)));
  const zone = zoneOf(draft, [...zones].at(-1) ?? place?.zone ?? -1);

  const act = useCallback(
    (next: Draft, words?: string) => {
      change(next);
      if (words) setTold(words);
    },
    [change],
  );
  const put = useCallback(
    (keys: readonly ModuleKey[], to: Place) => {
      act(putModules(draft, keys, to), t('roof.toldPlaced', { count: keys.length, row: to.row, column: to.column }));
      setChosen(new Set());
    },
    [act, draft, t],
  );

  const turn = (turned: Zone, degrees: number) =>
    act(turnZone(draft, turned.id, degrees), t('roof.toldTurned', { degrees: full(degrees, 0) }));
  const drags = useDrags({
    stage,
    draft,
    act,
    put,
    onTurned: turn,
    onOut: (keys) => act(takeOut(draft, keys), t('roof.toldOut', { count: keys.size })),
    onChosen: (found) => {
      setChosen(new Set([...chosen, ...found.map(keyOf)]));
      setTold(t('roof.toldChosen', { count: found.length }));
    },
  });
  const { ghost, box, moved } = drags;
  const press = ({ at, place: pressed, event }: Press): boolean => {
    if (showsTheirs) return false;
    if (movesPhoto && draft.photo) {
      drags.photo(event);
      return true;
    }
    const marked = zones.size === 1 ? zoneOf(draft, [...zones][0]!) : undefined;
    if (marked && isOnHandle(marked, at, stage.current!.view)) {
      drags.turn(event, marked);
      return true;
    }
    const isMore = event.shiftKey || event.ctrlKey || event.metaKey;
    const module = pressed && moduleAt(draft.zones, pressed);
    if (pressed && module) {
      setPlace(pressed);
      setZones(new Set());
      const key = keyOf(module);
      const isIn = chosen.has(key);
      const next = isMore || isIn ? new Set([...chosen, key]) : new Set([key]);
      if (isMore && isIn) next.delete(key);
      setChosen(next);
      if (!isMore || !isIn) drags.modules(event, placedAmong(draft, next), () => !isMore && setChosen(new Set([key])));
      return true;
    }
    const onZone = pressed
      ? zoneOf(draft, pressed.zone)
      : draft.zones.findLast((one) => isOnName(one, at, stage.current!.view));
    if (onZone) {
      if (pressed) setPlace(pressed);
      const ids = isMore ? new Set([...zones, onZone.id]) : zones.has(onZone.id) ? zones : new Set([onZone.id]);
      setZones(ids);
      drags.zones(event, ids);
      return true;
    }
    if (isMore) {
      drags.several(event);
      return true;
    }
    return false;
  };

  const { undo, redo } = history;
  useUndoKeys(undo, redo);
  const keyed = (event: KeyboardEvent) => {
    if (showsTheirs) return;
    const done = keyAct(event, { draft, place, chosen, zones, zone: zone?.id ?? null, placed });
    if (done === null) return void byKey(event);
    event.preventDefault();
    if (done.draft) act(done.draft);
    if (done.turnedTo !== undefined) setTold(t('roof.toldTurned', { degrees: full(done.turnedTo, 0) }));
    if (done.puts && place) put(selected, place);
    else if (done.chosen) setChosen(done.chosen);
    if (done.zones) setZones(done.zones);
    if (done.out) setTold(t('roof.toldOut', { count: done.out }));
    else if (done.chosen && done.chosen.size > 0) setTold(t('roof.toldChosen', { count: done.chosen.size }));
  };

  const overlay = useCallback<Draw>(
    (ctx, on) => drawEditing(ctx, on, { shown: roof.zones, zones, chosen, place, inks, ghost, box, moved }),
    [roof.zones, zones, chosen, place, inks, ghost, box, moved],
  );

  return (
    <>
      <PageHeader
        isCompact
        title={t('roof.editTitle')}
        facts={<Link {...links.siteDetail(sid, { view: 'layout' })}>{opened.siteName}</Link>}
        backTo={links.siteDetail(sid, { view: 'layout' })}
      >
        <EditorActions
          history={history}
          onNew={() => setDialog('new')}
          maySave={saving.isDirty && saving.conflict === null}
          isBusy={saving.isBusy}
          onSave={saving.save}
        />
      </PageHeader>
      {isTyped && <LeaveGuard isKept={old === null} />}
      <EditorNotices
        saving={saving}
        back={isBack ? found.back : null}
        old={old}
        onTake={(mine) => {
          saving.rebase(mine.version);
          change(mine.draft);
          setOld(null);
        }}
        onDiscard={() => {
          if (old) setOld(null);
          else change(base.draft);
        }}
      />
      <div className={classes.editor}>
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
            onPress={press}
            onPlace={({ place: at }) => {
              setPlace(at);
              setChosen(new Set());
              setZones(new Set());
            }}
            onKey={keyed}
            isWork
          />
          <div className={classes.below}>
            <p id="roof-keys" className="muted withKeys">
              {t('roof.keys')}
            </p>
            <div role="status" className="visuallyHidden">
              {told}
              {place && ` ${placeWords(place)}`}
            </div>
          </div>
        </div>
        {/* What is looked at is another's: nothing can be done to it. */}
        <div className={classes.side} inert={showsTheirs}>
          <PlacePanel
            draft={draft}
            modules={modules}
            loose={loose}
            place={place}
            selected={selected}
            placed={placed}
            onPut={put}
            onNext={() => place && setPlace(nextFree(draft, place))}
            onOut={(keys) => {
              act(takeOut(draft, keys), t('roof.toldOut', { count: keys.size }));
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
              const keys = chosen.has(keyOf(module)) ? looseChosen : [module];
              drags.modules(event, keys, () => undefined);
            }}
          />
          {zone && (
            <ZonePanel
              key={zone.id}
              draft={draft}
              zone={zone}
              loose={looseChosen.length > 0 ? looseChosen : loose}
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
                stage.current?.reveal(middleOf(one, { row: 1, column: 1 }));
              }}
            />
          )}
          <PhotoPanel sid={sid} draft={draft} change={act} isMoving={movesPhoto} onMoving={setMovesPhoto} />
        </div>
      </div>
      {dialog === 'new' && (
        <NewZone draft={draft} change={act} onClose={() => setDialog(null)} onMade={(id) => setZones(new Set([id]))} />
      )}
      {dialog === 'separate' && zone && (
        <SeparateRow
          draft={draft}
          change={act}
          onClose={() => setDialog(null)}
          zone={zone}
          row={place?.zone === zone.id ? place.row : 1}
        />
      )}
      {dialog === 'combine' && zone && (
        <CombineZones
          draft={draft}
          change={act}
          onClose={() => setDialog(null)}
          zone={zone}
          other={[...zones].find((id) => id !== zone.id)}
        />
      )}
      {dialog === 'move' && (
        <MoveTo
          draft={draft}
          count={selected.length}
          start={place}
          onClose={() => setDialog(null)}
          onMove={(to) => put(selected, to)}
        />
      )}
    </>
  );

  function placeWords(of: Place): string {
    const at = zoneOf(draft, of.zone);
    const there = moduleAt(draft.zones, of);
    const module = there && modules.find((one) => keyOf(one) === keyOf(there));
    const where = t('roof.at', { zone: at ? zoneName(at, t) : '', row: of.row, column: of.column });
    return `${where}: ${module ? moduleName(module) : t('roof.freePlace')}`;
  }
}
