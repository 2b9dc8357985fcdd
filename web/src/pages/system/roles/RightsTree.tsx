// Tree of pages in their groups, with checkboxes for their buttons and parts: a part selects its page too, deselecting a page deselects its parts.
import '@mantine/core/styles/Checkbox.layer.css';
import '../../../ui/panelStyles.ts';
import type { MenuEntry } from '@heliograph/contract/entities/menuEntry.ts';
import { MENU_MODE } from '@heliograph/contract/permissions.ts';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Entry, entryName, isGroup } from '../entries.ts';
import classes from '../system.module.css';

interface Props {
  label: string;
  tree: readonly Entry[];
  selected: ReadonlySet<number>;
  onChange: (selected: ReadonlySet<number>) => void;
  /** Returns the reason why an entry cannot be changed; undefined if it can. */
  fixedReason: (entry: MenuEntry) => string | undefined;
}

const withDescendants = (entry: Entry): Entry[] => [entry, ...entry.children.flatMap(withDescendants)];

export function RightsTree({ label, tree, selected, onChange, fixedReason }: Props) {
  const set = (entries: readonly Entry[], isSelected: boolean) => {
    const next = new Set(selected);
    for (const entry of entries) {
      if (isGroup(entry) || fixedReason(entry) !== undefined) continue;
      if (isSelected) next.add(entry.id);
      else next.delete(entry.id);
    }
    onChange(next);
  };
  const shared = { selected, set, fixedReason };
  return (
    <fieldset className={classes.tree}>
      <legend className="visuallyHidden">{label}</legend>
      {tree.map((entry) =>
        isGroup(entry) ? (
          <GroupRows key={entry.id} group={entry} {...shared} />
        ) : (
          <PageRows key={entry.id} page={entry} {...shared} />
        ),
      )}
    </fieldset>
  );
}

interface RowProps extends Pick<Props, 'selected' | 'fixedReason'> {
  set: (entries: readonly Entry[], isSelected: boolean) => void;
}

function GroupRows({ group, ...shared }: RowProps & { group: Entry }) {
  const { t } = useTranslation();
  const { selected, set, fixedReason } = shared;
  const all = group.children.flatMap(withDescendants);
  const count = all.filter(({ id }) => selected.has(id)).length;
  if (all.length === 0) return null;
  return (
    <div className={classes.group}>
      <Checkbox
        label={<b>{entryName(t, group)}</b>}
        aria-label={t('roles.groupOf', { name: entryName(t, group) })}
        checked={count === all.length}
        indeterminate={count > 0 && count < all.length}
        disabled={all.every((entry) => fixedReason(entry) !== undefined)}
        onChange={() => set(all, count < all.length)}
      />
      <div className={classes.inGroup}>
        {group.children.map((page) => (
          <PageRows key={page.id} page={page} {...shared} />
        ))}
      </div>
    </div>
  );
}

function PageRows({ page, ...shared }: RowProps & { page: Entry }) {
  const { t } = useTranslation();
  const { selected, set } = shared;
  const parts = [
    [t('roles.buttons'), page.children.filter(({ mode }) => mode === MENU_MODE.button)],
    [t('roles.parts'), page.children.filter(({ mode }) => mode === MENU_MODE.pageModule)],
  ] as const;
  return (
    <div className={classes.page}>
      <RightCheckbox
        entry={page}
        {...shared}
        onToggle={(isSelected) => set(isSelected ? [page] : withDescendants(page), isSelected)}
      />
      {page.children.length > 0 && (
        <div className={classes.under}>
          {parts.map(
            ([title, entries]) =>
              entries.length > 0 && (
                <div key={title}>
                  <div className={classes.underTitle}>{title}</div>
                  <div className={classes.parts}>
                    {entries.map((entry) => (
                      <RightCheckbox
                        key={entry.id}
                        entry={entry}
                        {...shared}
                        onToggle={(isSelected) =>
                          set(isSelected && !selected.has(page.id) ? [entry, page] : [entry], isSelected)
                        }
                      />
                    ))}
                  </div>
                </div>
              ),
          )}
        </div>
      )}
    </div>
  );
}

function RightCheckbox({
  entry,
  selected,
  fixedReason,
  onToggle,
}: RowProps & { entry: Entry; onToggle: (isSelected: boolean) => void }) {
  const { t } = useTranslation();
  const reason = fixedReason(entry);
  return (
    <Checkbox
      label={entryName(t, entry)}
      checked={selected.has(entry.id)}
      disabled={reason !== undefined}
      title={reason}
      onChange={(event) => onToggle(event.currentTarget.checked)}
    />
  );
}
