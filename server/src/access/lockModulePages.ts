// Module pages of a plant that the session may change, for the calls that change them.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { CallContext } from '../context.ts';
import { type ModulePage, modulePages } from '../installation/modules.ts';
import { lockEditableSite } from './lockSite.ts';
import { seesDevices } from './pageModules.ts';

/** Returns the module pages of the locked plant. Refuses with forbidden a role without SiteDevices: it sees no modules and so cannot sort them. */
export async function lockModulePages({ sql, session }: Pick<CallContext, 'sql' | 'session'>, sid: string) {
  await lockEditableSite(sql, session, sid);
  if (!seesDevices(session)) throw new ApiError('forbidden');
  const pages = await modulePages(sql, sid);
  return {
    pages,
    /** Refuses with modulePageNotFound. */
    find(page: number): ModulePage {
      const match = pages.find((each) => each.page === page);
      if (!match) throw new ApiError('modulePageNotFound');
      return match;
    },
    /** Refuses with modulePageTaken a name that another page than `own` has. */
    checkName(name: string, own?: number): void {
      const same = (other: string) => other.toLocaleLowerCase('en') === name.toLocaleLowerCase('en');
      if (pages.some((other) => other.page !== own && same(other.name)))
        throw new ApiError('modulePageTaken', { name });
    },
  };
}
