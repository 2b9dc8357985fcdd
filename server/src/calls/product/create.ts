// product/create: adds a product to the catalogue.
import { ApiError } from '@heliograph/contract/errors.ts';
import { beginProducts, requireFit, requireName } from '../../devices/products/lockProduct.ts';
import type { Handler } from '../../platform/handler.ts';

export const productCreate: Handler<'product/create'> = async ({ model, ...fields }, caller) => {
  const { sql, session } = caller;
  if (session.scope === 'own') throw new ApiError('forbidden');
  requireFit(fields);
  await requireName(sql, fields.name, null);
  await beginProducts(sql);
  const { name, kind, inputs, ratedPowerW, phases, profile, remark, functions, parameters } = fields;
  const companyId = session.scope === 'all' ? null : session.companyId;
  // Of two concurrent requests for one number or name, the second finds it in use.
  const [made] = await sql<{ id: number }[]>`
    insert into products (model, name, kind, inputs, rated_power_w, phases, frame_profile, remark, functions, parameters, company_id)
    values (${model}, ${name}, ${kind}, ${inputs}, ${ratedPowerW}, ${phases}, ${profile}, ${remark},
      ${JSON.stringify(functions)}::text::jsonb, ${JSON.stringify(parameters)}::text::jsonb, ${companyId})
    on conflict do nothing returning id`;
  if (!made) {
    await requireName(sql, name, null);
    throw new ApiError('modelTaken', { model });
  }
  caller.noteAudit({ object: `product ${model}`, after: { model, ...fields } });
  return { model };
};
