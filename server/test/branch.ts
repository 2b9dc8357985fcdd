// Branch of companies for tests: a distributor with a dealer and its installer, each with a user, and a user of another branch.
import type { Sql } from '../src/platform/database/connect.ts';
import { makeCompany, makeUser } from './factories.ts';

export async function makeBranch(sql: Sql, { passwordHash = '-' }: { passwordHash?: string } = {}) {
  const distributor = await makeCompany(sql, { kind: 'distributor', name: 'Nord Solar' });
  const dealer = await makeCompany(sql, { kind: 'dealer', name: 'Hof & Dach', parentId: distributor });
  const installer = await makeCompany(sql, { name: 'Dachwerk', parentId: dealer });
  const foreign = await makeCompany(sql, { kind: 'distributor', name: 'Süd Solar' });
  return {
    distributor,
    dealer,
    installer,
    foreign,
    boss: await makeUser(sql, { role: 'distributor', companyId: distributor, name: 'Berta Boss' }),
    seller: await makeUser(sql, { role: 'dealer', companyId: dealer, name: '=SUM(A1)<b>' }),
    customer: await makeUser(sql, { role: 'owner', companyId: dealer, name: 'Olga' }),
    stranger: await makeUser(sql, { role: 'distributor', companyId: foreign }),
    /** Creates a user in the lowest company. */
    worker: (role: 'installer' | 'owner' = 'installer') => makeUser(sql, { role, companyId: installer, passwordHash }),
    roleId: async (code: string) => (await sql<{ id: number }[]>`select id from roles where code = ${code}`)[0]!.id,
  };
}
