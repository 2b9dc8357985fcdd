// Places modules without dragging: the selected ones, or one by its number, typed or scanned, at the place that has the focus.
import { Button, TextInput } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moduleName, type NamedModule, zoneName } from '../../components/roof/names.ts';
import { type Cell, keyOf, moduleAt } from '../../components/roof/plan.ts';
import { ScanButton } from '../../components/scan/ScanButton.tsx';
import type { Outcome } from '../../components/scan/useScanned.ts';
import { type Draft, type ModuleKey, zoneOf } from './draft.ts';
import classes from './layout.module.css';

interface Props {
  draft: Draft;
  modules: readonly NamedModule[];
  loose: readonly NamedModule[];
  place: Cell | null;
  selected: readonly NamedModule[];
  placed: ReadonlySet<string>;
  onPut: (keys: readonly ModuleKey[], place: Cell) => void;
  /** Goes to the next free place. */
  onNext: () => void;
  onOut: (keys: ReadonlySet<string>) => void;
  onMove: () => void;
}

/** The module with a printed number: its own, or the next of its device that has no place. */
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

function placeOf(draft: Draft, module: ModuleKey): Cell | undefined {
  for (const { id, modules } of draft.zones) {
    const found = modules.find((one) => keyOf(one) === keyOf(module));
    if (found) return { zone: id, row: found.row, column: found.column };
  }
  return undefined;
}

export function CellPanel({ draft, modules, loose, place, selected, placed, onPut, onNext, onOut, onMove }: Props) {
  const { t } = useTranslation();
  const zone = place ? zoneOf(draft, place.zone) : undefined;
  const there = place && moduleAt(draft.zones, place);
  const module = there && modules.find((one) => keyOf(one) === keyOf(there));
  const removable = new Set(selected.map(keyOf).filter((key) => placed.has(key)));
  return (
    <section className={classes.part} aria-label={t('roof.place')}>
      <div className={classes.partHead}>
        <h2>{zone && place ? placeText(draft, place, t) : t('roof.noPlace')}</h2>
      </div>
      <p className="muted">{module ? moduleName(module) : zone ? t('roof.freePlace') : t('roof.noPlaceText')}</p>
      <NumberForm draft={draft} modules={modules} loose={loose} place={place} onPut={onPut} onNext={onNext} />
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
        <Button variant="default" size="xs" disabled={removable.size === 0} onClick={() => onOut(removable)}>
          {t('roof.takeOut', { count: removable.size })}
        </Button>
      </div>
    </section>
  );
}

type NumberFormProps = Pick<Props, 'draft' | 'modules' | 'loose' | 'place' | 'onPut' | 'onNext'>;

/** Puts the module with a typed or scanned number at the place, and goes to the next free one. */
function NumberForm({ draft, modules, loose, place, onPut, onNext }: NumberFormProps) {
  const { t } = useTranslation();
  const [number, setNumber] = useState('');
  const [fault, setFault] = useState('');
  const hasZone = place !== null && zoneOf(draft, place.zone) !== undefined;
  const isTaken = place !== null && moduleAt(draft.zones, place) !== undefined;
  /** Does not move a module that has a place: its label may come into sight again. */
  const scan = (code: string): Outcome => {
    const found = moduleOfCode(code, modules, loose);
    if (!found) return { tone: 'fault', text: t('roof.notOfPlant') };
    const lies = placeOf(draft, found);
    if (lies) return { tone: 'warning', text: t('roof.liesAlready', { at: placeText(draft, lies, t) }) };
    if (!place || isTaken) return { tone: 'warning', text: t('roof.cellTaken') };
    onPut([found], place);
    onNext();
    return { tone: 'ok', text: placeText(draft, place, t) };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = number.trim();
    if (code === '') return;
    const found = moduleOfCode(code, modules, loose);
    setFault(found ? '' : t('roof.noSuchNumber', { number: code }));
    if (!found || !place) return;
    onPut([found], place);
    onNext();
    setNumber('');
  };
  return (
    <form className={classes.number} onSubmit={submit}>
      <TextInput
        aria-label={t('roof.number')}
        placeholder={t('roof.number')}
        size="xs"
        value={number}
        disabled={!hasZone}
        error={fault || undefined}
        onChange={(event) => {
          setNumber(event.currentTarget.value);
          setFault('');
        }}
      />
      <Button type="submit" variant="default" size="xs" disabled={!hasZone || number.trim() === ''}>
        {t('roof.putHere')}
      </Button>
      <ScanButton
        size="xs"
        label={t('roof.scan')}
        disabled={!hasZone}
        isOneByOne
        hint={
          place
            ? t(isTaken ? 'roof.scanTaken' : 'roof.scanOnto', { at: placeText(draft, place, t) })
            : t('roof.noPlaceText')
        }
        onNumbers={(numbers) => numbers.map(scan)}
      >
        <IconScan size={16} stroke={1.75} aria-hidden />
      </ScanButton>
    </form>
  );
}

function placeText(draft: Draft, { zone: id, row, column }: Cell, t: TFunction): string {
  const zone = zoneOf(draft, id);
  return t('roof.at', { zone: zone ? zoneName(zone, t) : '', row, column });
}
