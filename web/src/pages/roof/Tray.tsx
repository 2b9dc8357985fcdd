// The tray of unplaced modules, which are selected for placement or dragged onto the plan.
import { Button, TextInput } from '@mantine/core';
import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moduleName, type NamedModule } from '../../components/roof/names.ts';
import { keyOf } from '../../components/roof/plan.ts';
import classes from './layout.module.css';

interface Props {
  modules: readonly NamedModule[];
  selectedKeys: ReadonlySet<string>;
  onSelect: (selectedKeys: ReadonlySet<string>) => void;
  /** Called on a pointer press on a module, which may become a drag. */
  onDrag: (module: NamedModule, event: PointerEvent) => void;
}

/** Number of modules listed; more are found by search. */
const MAX_LISTED = 200;

export function Tray({ modules, selectedKeys, onSelect, onDrag }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [last, setLast] = useState<string | null>(null);
  const query = typed.trim().toLowerCase();
  const matches = modules.filter((module) =>
    [module.plcSN, module.label, module.alias].some((text) => text.toLowerCase().includes(query)),
  );
  const listed = matches.slice(0, MAX_LISTED);
  const press = (key: string, isRange: boolean) => {
    const next = new Set(selectedKeys);
    const indexOf = (moduleKey: string | null) => listed.findIndex((module) => keyOf(module) === moduleKey);
    const [from, to] = [indexOf(last), indexOf(key)];
    if (isRange && from >= 0) {
      for (const module of listed.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(keyOf(module));
    } else if (!next.delete(key)) next.add(key);
    setLast(key);
    onSelect(next);
  };
  const areAllSelected = matches.length > 0 && matches.every((module) => selectedKeys.has(keyOf(module)));
  return (
    <section className={classes.part} aria-label={t('roof.tray')} data-tray>
      <div className={classes.partHead}>
        <h2>
          {t('roof.tray')} <span className="muted num">{modules.length}</span>
        </h2>
        {matches.length > 0 && (
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => onSelect(areAllSelected ? new Set() : new Set(matches.map(keyOf)))}
          >
            {t(areAllSelected ? 'roof.chooseNone' : 'roof.chooseAll')}
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
            {listed.map((module) => (
              <li key={keyOf(module)}>
                <button
                  type="button"
                  aria-pressed={selectedKeys.has(keyOf(module))}
                  onClick={(event) => press(keyOf(module), event.shiftKey)}
                  onPointerDown={(event) => onDrag(module, event)}
                >
                  {moduleName(module)}
                </button>
              </li>
            ))}
          </ul>
          {matches.length > listed.length && (
            <p className="muted">{t('roof.trayMore', { count: matches.length - listed.length })}</p>
          )}
        </>
      )}
    </section>
  );
}
