// brand/list: the fourteen brands with their companies.
import { allBrands, presentBrand } from '../../brands/brands.ts';
import type { Handler } from '../../platform/handler.ts';

export const brandList: Handler<'brand/list'> = async (_request, { context, sql }) => {
  const rows = await sql<{ id: number; companies: number; host: string }[]>`
    select b.id, (select count(*)::int from companies c where c.brand_id = b.id) as companies,
      coalesce((select h.host from brand_hosts h where h.brand_id = b.id order by h.sort limit 1), '') as host
    from brands b order by b.id`;
  const more = new Map(rows.map((row) => [row.id, row]));
  const brands = await allBrands(sql, context.config);
  return {
    list: brands.map((brand) => {
      const { id, name, code, companyName, accentLight } = brand;
      const { companies, host } = more.get(id)!;
      const mark = presentBrand(brand).marks.light;
      return {
        id,
        name,
        code,
        companyName,
        mark,
        accentLight,
        host,
        companies,
        isDefault: id === context.config.brand,
      };
    }),
  };
};
