// What can be done with the place that is looked at and the modules that are chosen: the way without dragging, by number and by camera.
import { Button, TextInput } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../api/loading.ts';
import { canScan } from '../../../components/codeReader.ts';
import { moduleName, type NamedModule, zoneName } from '../../../components/roof/names.ts';
import { keyOf, moduleAt, type Place } from '../../../components/roof/plan.ts';
import { type Draft, type ModuleKey, zoneOf } from './draft.ts';
import classes from './layout.module.css';

const CodeScanner = lazyPart(() => import('../../../components/CodeScanner.tsx'));

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
export function moduleOfCode(
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

export function PlacePanel({ draft, modules, loose, place, selected, placed, onPut, onNext, onOut, onMove }: Props) {
  const { t } = useTranslation();
  const [number, setNumber] = useState('');
  const [fault, setFault] = useState('');
  const [isScanning, setScanning] = useState(false);
  const zone = place ? zoneOf(draft, place.zone) : undefined;
  const there = place && moduleAt(draft.zones, place);
  const module = there && modules.find((one) => keyOf(one) === keyOf(there));
  const outs = new Set(selected.map(keyOf).filter((key) => placed.has(key)));
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
        <h2>
          {zone && place
            ? t('roof.at', { zone: zoneName(zone, t), row: place.row, column: place.column })
            : t('roof.noPlace')}
        </h2>
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
        {canScan() && (
          <Button
            variant="default"
            size="xs"
            aria-label={t('roof.scan')}
            title={t('roof.scan')}
            disabled={!zone}
            onClick={() => setScanning(true)}
          >
            <IconScan size={16} stroke={1.75} aria-hidden />
          </Button>
        )}
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
      {isScanning && (
        <Suspense>
          <CodeScanner onCode={take} onClose={() => setScanning(false)} />
        </Suspense>
      )}
    </section>
  );
}
