// The pages of modules of a plant that the session may change, for the calls that change them.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { CallContext } from '../context.ts';
import { type ModulePage, modulePages } from '../installation/modules.ts';
import { lockEditableSite } from './lockSite.ts';
import { seesDevices } from './pageModules.ts';

/** A role without SiteDevices is told of no modules, and so sorts none. */
export async function lockModulePages({ sql, session }: Pick<CallContext, 'sql' | 'session'>, sid: string) {
  await lockEditableSite(sql, session, sid);
  if (!seesDevices(session)) throw new Refusal('forbidden');
  const pages = await modulePages(sql, sid);
  return {
    pages,
    /** Refuses with modulePageNotFound. */
    find(page: number): ModulePage {
      const found = pages.find((of) => of.page === page);
      if (!found) throw new Refusal('modulePageNotFound');
      return found;
    },
    /** Refuses a name that another one has. */
    checkName(name: string, of?: number): void {
      const same = (other: string) => other.toLocaleLowerCase('en') === name.toLocaleLowerCase('en');
      if (pages.some((other) => other.page !== of && same(other.name))) throw new Refusal('modulePageTaken', { name });
    },
  };
}
