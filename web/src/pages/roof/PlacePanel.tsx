// What can be done with the place that is looked at and the modules that are chosen: the way without dragging, by number and by camera.
import { Button, TextInput } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moduleName, type NamedModule, zoneName } from '../../components/roof/names.ts';
import { keyOf, moduleAt, type Place } from '../../components/roof/plan.ts';
import { ScanButton } from '../../components/scan/ScanButton.tsx';
import type { Outcome } from '../../components/scan/useScanned.ts';
import { type Draft, type ModuleKey, zoneOf } from './draft.ts';
import classes from './layout.module.css';

interface Props {
  draft: Draft;
  modules: readonly NamedModule[];
  loose: readonly NamedModule[];
  place: Place | null;
  selected: readonly NamedModule[];
  placed: ReadonlySet<string>;
  onPut: (keys: readonly ModuleKey[], place: Place) => void;
  /** Goes to the next free place. */
  onNext: () => void;
  onOut: (keys: ReadonlySet<string>) => void;
  onMove: () => void;
}

/** The module that a printed number names: its own, or the next of its device that has no place. */
function moduleOfCode(
  code: string,
  modules: readonly NamedModule[],
  loose: readonly NamedModule[],
): NamedModule | undefined {
  const wanted = code.trim().toUpperCase();
  return (
    modules.find(({ plcSN }) => plcSN.toUpperCase() === wanted) ??
    loose.find(({ sn }) => sn.toUpperCase() === wanted) ??
    modules.find(({ sn }) => sn.toUpperCase() === wanted)
  );
}

/** Where it lies, if anywhere. */
function placeOf(draft: Draft, module: ModuleKey): Place | undefined {
  for (const { id, modules } of draft.zones) {
    const found = modules.find((one) => keyOf(one) === keyOf(module));
    if (found) return { zone: id, row: found.row, column: found.column };
  }
  return undefined;
}

export function PlacePanel({ draft, modules, loose, place, selected, placed, onPut, onNext, onOut, onMove }: Props) {
  const { t } = useTranslation();
  const [number, setNumber] = useState('');
  const [fault, setFault] = useState('');
  const zone = place ? zoneOf(draft, place.zone) : undefined;
  const there = place && moduleAt(draft.zones, place);
  const module = there && modules.find((one) => keyOf(one) === keyOf(there));
  const outs = new Set(selected.map(keyOf).filter((key) => placed.has(key)));
  const wordsOf = ({ zone: id, row, column }: Place) => {
    const of = zoneOf(draft, id);
    return t('roof.at', { zone: of ? zoneName(of, t) : '', row, column });
  };
  /** What lies somewhere is not moved by a label that comes into sight once more. */
  const scanned = (number: string): Outcome => {
    const found = moduleOfCode(number, modules, loose);
    if (!found) return { tone: 'fault', text: t('roof.notOfPlant') };
    const lies = placeOf(draft, found);
    if (lies) return { tone: 'warning', text: t('roof.liesAlready', { at: wordsOf(lies) }) };
    if (!place || there) return { tone: 'warning', text: t('roof.placeTaken') };
    onPut([found], place);
    onNext();
    return { tone: 'ok', text: wordsOf(place) };
  };
  const take = (code: string) => {
    const found = moduleOfCode(code, modules, loose);
    setFault(found ? '' : t('roof.noSuchNumber', { number: code.trim() }));
    if (!found || !place) return;
    onPut([found], place);
    onNext();
    setNumber('');
  };
  return (
    <section className={classes.part} aria-label={t('roof.place')}>
      <div className={classes.partHead}>
        <h2>{zone && place ? wordsOf(place) : t('roof.noPlace')}</h2>
      </div>
      <p className="muted">{module ? moduleName(module) : zone ? t('roof.freePlace') : t('roof.noPlaceText')}</p>
      <form
        className={classes.number}
        onSubmit={(event) => {
          event.preventDefault();
          if (number.trim() !== '') take(number);
        }}
      >
        <TextInput
          aria-label={t('roof.number')}
          placeholder={t('roof.number')}
          size="xs"
          value={number}
          disabled={!zone}
          error={fault || undefined}
          onChange={(event) => {
            setNumber(event.currentTarget.value);
            setFault('');
          }}
        />
        <Button type="submit" variant="default" size="xs" disabled={!zone || number.trim() === ''}>
          {t('roof.putHere')}
        </Button>
        <ScanButton
          size="xs"
          label={t('roof.scan')}
          disabled={!zone}
          isOneByOne
          hint={place ? t(there ? 'roof.scanTaken' : 'roof.scanOnto', { at: wordsOf(place) }) : t('roof.noPlaceText')}
          onNumbers={(numbers) => numbers.map(scanned)}
        >
          <IconScan size={16} stroke={1.75} aria-hidden />
        </ScanButton>
      </form>
      {/* Always there, so that nothing below jumps while one drags. */}
      <div className={classes.buttons}>
        <Button size="xs" disabled={!zone || selected.length === 0} onClick={() => place && onPut(selected, place)}>
          {t('roof.putChosen', { count: selected.length })}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={selected.length === 0 || draft.zones.length === 0}
          onClick={onMove}
        >
          {t('roof.moveTo')}
        </Button>
        <Button variant="default" size="xs" disabled={outs.size === 0} onClick={() => onOut(outs)}>
          {t('roof.takeOut', { count: outs.size })}
        </Button>
      </div>
    </section>
  );
}
