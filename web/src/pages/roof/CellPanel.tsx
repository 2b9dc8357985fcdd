// Panel that places modules without dragging: the selected ones, or one by its typed or scanned number, at the focused place.
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
  unplaced: readonly NamedModule[];
  place: Cell | null;
  selected: readonly NamedModule[];
  placed: ReadonlySet<string>;
  onPut: (keys: readonly ModuleKey[], place: Cell) => void;
  /** Moves the focus to the next free place. */
  onNext: () => void;
  onRemove: (keys: ReadonlySet<string>) => void;
  onMove: () => void;
}

/** Returns the module with a printed number: its own number, or the next unplaced module of the device with that number. */
function moduleOfCode(
  code: string,
  modules: readonly NamedModule[],
  unplaced: readonly NamedModule[],
): NamedModule | undefined {
  const serialNumber = code.trim().toUpperCase();
  return (
    modules.find(({ plcSN }) => plcSN.toUpperCase() === serialNumber) ??
    unplaced.find(({ sn }) => sn.toUpperCase() === serialNumber) ??
    modules.find(({ sn }) => sn.toUpperCase() === serialNumber)
  );
}

function placeOf(draft: Draft, module: ModuleKey): Cell | undefined {
  for (const { id, modules } of draft.zones) {
    const placed = modules.find((candidate) => keyOf(candidate) === keyOf(module));
    if (placed) return { zone: id, row: placed.row, column: placed.column };
  }
  return undefined;
}

export function CellPanel({
  draft,
  modules,
  unplaced,
  place,
  selected,
  placed,
  onPut,
  onNext,
  onRemove,
  onMove,
}: Props) {
  const { t } = useTranslation();
  const zone = place ? zoneOf(draft, place.zone) : undefined;
  const placedModule = place && moduleAt(draft.zones, place);
  const module = placedModule && modules.find((candidate) => keyOf(candidate) === keyOf(placedModule));
  const removable = new Set(selected.map(keyOf).filter((key) => placed.has(key)));
  return (
    <section className={classes.part} aria-label={t('roof.place')}>
      <div className={classes.partHead}>
        <h2>{zone && place ? placeText(draft, place, t) : t('roof.noPlace')}</h2>
      </div>
      <p className="muted">{module ? moduleName(module) : zone ? t('roof.freePlace') : t('roof.noPlaceText')}</p>
      <NumberForm draft={draft} modules={modules} unplaced={unplaced} place={place} onPut={onPut} onNext={onNext} />
      {/* Always rendered, so that nothing below shifts during a drag. */}
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
        <Button variant="default" size="xs" disabled={removable.size === 0} onClick={() => onRemove(removable)}>
          {t('roof.takeOut', { count: removable.size })}
        </Button>
      </div>
    </section>
  );
}

type NumberFormProps = Pick<Props, 'draft' | 'modules' | 'unplaced' | 'place' | 'onPut' | 'onNext'>;

/** Places the module with a typed or scanned number, and moves the focus to the next free place. */
function NumberForm({ draft, modules, unplaced, place, onPut, onNext }: NumberFormProps) {
  const { t } = useTranslation();
  const [number, setNumber] = useState('');
  const [fault, setFault] = useState('');
  const hasZone = place !== null && zoneOf(draft, place.zone) !== undefined;
  const isOccupied = place !== null && moduleAt(draft.zones, place) !== undefined;
  /** Does not move a module that is already placed: its label may be scanned a second time. */
  const scan = (code: string): Outcome => {
    const module = moduleOfCode(code, modules, unplaced);
    if (!module) return { tone: 'fault', text: t('roof.notOfPlant') };
    const currentPlace = placeOf(draft, module);
    if (currentPlace)
      return { tone: 'warning', text: t('roof.liesAlready', { at: placeText(draft, currentPlace, t) }) };
    if (!place || isOccupied) return { tone: 'warning', text: t('roof.cellTaken') };
    onPut([module], place);
    onNext();
    return { tone: 'ok', text: placeText(draft, place, t) };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = number.trim();
    if (code === '') return;
    const module = moduleOfCode(code, modules, unplaced);
    setFault(module ? '' : t('roof.noSuchNumber', { number: code }));
    if (!module || !place) return;
    onPut([module], place);
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
            ? t(isOccupied ? 'roof.scanTaken' : 'roof.scanOnto', { at: placeText(draft, place, t) })
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
