// Pages in their groups, each with its buttons and parts, to be ticked: a part takes its page with it, a page its parts.
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
  ticked: ReadonlySet<number>;
  onChange: (ticked: ReadonlySet<number>) => void;
  /** Why this one stays as it is; undefined: it can be changed. */
  whyFixed: (entry: MenuEntry) => string | undefined;
}

const within = (entry: Entry): Entry[] => [entry, ...entry.children.flatMap(within)];

export function RightsTree({ label, tree, ticked, onChange, whyFixed }: Props) {
  const set = (entries: readonly Entry[], isTicked: boolean) => {
    const next = new Set(ticked);
    for (const entry of entries) {
      if (isGroup(entry) || whyFixed(entry) !== undefined) continue;
      if (isTicked) next.add(entry.id);
      else next.delete(entry.id);
    }
    onChange(next);
  };
  const same = { ticked, set, whyFixed };
  return (
    <fieldset className={classes.tree}>
      <legend className="visuallyHidden">{label}</legend>
      {tree.map((entry) =>
        isGroup(entry) ? (
          <GroupRows key={entry.id} group={entry} {...same} />
        ) : (
          <PageRows key={entry.id} page={entry} {...same} />
        ),
      )}
    </fieldset>
  );
}

interface RowProps extends Pick<Props, 'ticked' | 'whyFixed'> {
  set: (entries: readonly Entry[], isTicked: boolean) => void;
}

function GroupRows({ group, ...same }: RowProps & { group: Entry }) {
  const { t } = useTranslation();
  const { ticked, set, whyFixed } = same;
  const all = group.children.flatMap(within);
  const count = all.filter(({ id }) => ticked.has(id)).length;
  if (all.length === 0) return null;
  return (
    <div className={classes.group}>
      <Checkbox
        label={<b>{entryName(t, group)}</b>}
        aria-label={t('roles.groupOf', { name: entryName(t, group) })}
        checked={count === all.length}
        indeterminate={count > 0 && count < all.length}
        disabled={all.every((entry) => whyFixed(entry) !== undefined)}
        onChange={() => set(all, count < all.length)}
      />
      <div className={classes.inGroup}>
        {group.children.map((page) => (
          <PageRows key={page.id} page={page} {...same} />
        ))}
      </div>
    </div>
  );
}

function PageRows({ page, ...same }: RowProps & { page: Entry }) {
  const { t } = useTranslation();
  const { ticked, set } = same;
  const parts = [
    [t('roles.buttons'), page.children.filter(({ mode }) => mode === MENU_MODE.button)],
    [t('roles.parts'), page.children.filter(({ mode }) => mode === MENU_MODE.pageModule)],
  ] as const;
  return (
    <div className={classes.page}>
      <Tick entry={page} {...same} onTick={(isTicked) => set(isTicked ? [page] : within(page), isTicked)} />
      {page.children.length > 0 && (
        <div className={classes.under}>
          {parts.map(
            ([title, entries]) =>
              entries.length > 0 && (
                <div key={title}>
                  <div className={classes.underTitle}>{title}</div>
                  <div className={classes.parts}>
                    {entries.map((entry) => (
                      <Tick
                        key={entry.id}
                        entry={entry}
                        {...same}
                        onTick={(isTicked) => set(isTicked && !ticked.has(page.id) ? [entry, page] : [entry], isTicked)}
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

function Tick({ entry, ticked, whyFixed, onTick }: RowProps & { entry: Entry; onTick: (isTicked: boolean) => void }) {
  const { t } = useTranslation();
  const why = whyFixed(entry);
  return (
    <Checkbox
      label={entryName(t, entry)}
      checked={ticked.has(entry.id)}
      disabled={why !== undefined}
      title={why}
      onChange={(event) => onTick(event.currentTarget.checked)}
    />
  );
}
