// List of roles; companies' roles can be searched when there are many.
import type { Response } from '@heliograph/contract/calls.ts';
import type { Role } from '@heliograph/contract/entities/role.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '../../../components/list/SearchBox.tsx';
import { links } from '../../../links.ts';
import type { RoleSearch } from '../search.ts';
import classes from '../system.module.css';

/** Lists up to this length need no search. */
const MAX_WITHOUT_SEARCH = 10;

interface Props {
  system: readonly Role[];
  own: Response<'auth/role/list'>;
  /** Id of the open role. */
  open: number;
  search: RoleSearch;
}

export function RoleList({ system, own, open, search }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const ids = [useId(), useId()];
  const isSearched = search.q !== undefined;
  return (
    <nav aria-label={t('roles.title')}>
      <h2 id={ids[0]} className={classes.sideTitle}>
        {t('roles.ofPortal')}
      </h2>
      <Entries roles={system} open={open} search={search} labelledBy={ids[0]} />
      <h2 id={ids[1]} className={classes.sideTitle}>
        {t('roles.own')}
      </h2>
      {(own.total > MAX_WITHOUT_SEARCH || isSearched) && (
        <div className={classes.searchBox}>
          <SearchBox
            value={search.q ?? ''}
            label={t('roles.search')}
            onSearch={(q) => void navigate({ ...links.roles({ ...search, q: q || undefined }), replace: true })}
          />
        </div>
      )}
      {own.total > own.list.length && (
        <p className={classes.none}>{t('groupAccess.some', { shown: own.list.length, total: own.total })}</p>
      )}
      {own.list.length > 0 ? (
        <Entries roles={own.list} open={open} search={search} labelledBy={ids[1]} />
      ) : (
        <p className={classes.none}>{t(isSearched ? 'roles.noneFound' : 'roles.noOwn')}</p>
      )}
    </nav>
  );
}

interface EntriesProps extends Pick<Props, 'open' | 'search'> {
  roles: readonly Role[];
  labelledBy: string | undefined;
}

function Entries({ roles, open, search, labelledBy }: EntriesProps) {
  const { t } = useTranslation();
  return (
    <ul className={classes.roles} aria-labelledby={labelledBy}>
      {roles.map((role) => (
        <li key={role.id}>
          <Link
            {...links.roles({ ...search, role: role.id })}
            className={classes.role}
            aria-current={role.id === open ? 'true' : undefined}
            resetScroll={false}
          >
            {role.name}
            <span className={`${classes.roleFacts} num`}>
              {[role.companyName, role.closedIso === null ? t('roles.users', { count: role.users }) : t('roles.closed')]
                .filter((part) => part !== '')
                .join(' · ')}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
