// Modules that have no place yet: chosen to be placed, or dragged onto the plan.
import { Button, TextInput } from '@mantine/core';
import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moduleName, type NamedModule } from '../../components/roof/names.ts';
import { keyOf } from '../../components/roof/plan.ts';
import classes from './layout.module.css';

interface Props {
  modules: readonly NamedModule[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  /** A press on one of them that may become a drag. */
  onDrag: (module: NamedModule, event: PointerEvent) => void;
}

/** More are found by typing. */
const SHOWN = 200;

export function Tray({ modules, chosen, onChoose, onDrag }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [last, setLast] = useState<string | null>(null);
  const wanted = typed.trim().toLowerCase();
  const found = modules.filter((module) =>
    [module.plcSN, module.label, module.alias].some((text) => text.toLowerCase().includes(wanted)),
  );
  const shown = found.slice(0, SHOWN);
  const press = (key: string, isRange: boolean) => {
    const next = new Set(chosen);
    const indexOf = (one: string | null) => shown.findIndex((module) => keyOf(module) === one);
    const [from, to] = [indexOf(last), indexOf(key)];
    if (isRange && from >= 0) {
      for (const module of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(keyOf(module));
    } else if (!next.delete(key)) next.add(key);
    setLast(key);
    onChoose(next);
  };
  const isAll = found.length > 0 && found.every((module) => chosen.has(keyOf(module)));
  return (
    <section className={classes.part} aria-label={t('roof.tray')} data-tray>
      <div className={classes.partHead}>
        <h2>
          {t('roof.tray')} <span className="muted num">{modules.length}</span>
        </h2>
        {found.length > 0 && (
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => onChoose(isAll ? new Set() : new Set(found.map(keyOf)))}
          >
            {t(isAll ? 'roof.chooseNone' : 'roof.chooseAll')}
          </Button>
        )}
      </div>
      {modules.length === 0 ? (
        <p className="muted">{t('roof.trayEmpty')}</p>
      ) : (
        <>
          <p className="muted">{t('roof.trayText')}</p>
          {modules.length > 12 && (
            <TextInput
              size="xs"
              aria-label={t('roof.trayFind')}
              placeholder={t('roof.trayFind')}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <ul className={classes.tray}>
            {shown.map((module) => (
              <li key={keyOf(module)}>
                <button
                  type="button"
                  aria-pressed={chosen.has(keyOf(module))}
                  onClick={(event) => press(keyOf(module), event.shiftKey)}
                  onPointerDown={(event) => onDrag(module, event)}
                >
                  {moduleName(module)}
                </button>
              </li>
            ))}
          </ul>
          {found.length > shown.length && (
            <p className="muted">{t('roof.trayMore', { count: found.length - shown.length })}</p>
          )}
        </>
      )}
    </section>
  );
}
