// brand/detail: everything that operators may change of a brand.
import type { BrandFields } from '@heliograph/contract/entities/brand.ts';
import { brandById, presentBrand } from '../../brands/brands.ts';
import type { Handler } from '../../platform/handler.ts';

export const brandDetail: Handler<'brand/detail'> = async ({ id }, { context, sql }) => {
  const brand = await brandById(sql, context.config, id);
  const [row] = await sql<{ version: number; privacy: BrandFields['privacy']; hosts: string[] }[]>`
    select b.version, b.privacy,
      array(select h.host from brand_hosts h where h.brand_id = b.id order by h.sort) as hosts
    from brands b where b.id = ${id}`;
  const { isOpen, publicUrl, marks, ...fields } = brand;
  return {
    ...fields,
    ...row!,
    openRegistration: isOpen,
    marks: presentBrand(brand).marks,
    uploaded: { light: marks.light !== undefined, dark: marks.dark !== undefined },
    url: publicUrl,
  };
};
