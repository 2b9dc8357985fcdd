// product/update: changes a product, as far as its existing devices allow.
import { ApiError } from '@heliograph/contract/errors.ts';
import { isBuiltIn, lockProduct, readUsage, requireFit, requireName } from '../../devices/products/lockProduct.ts';
import { notifyRegistryOfAll } from '../../platform/database/registryChannel.ts';
import type { Handler } from '../../platform/handler.ts';

export const productUpdate: Handler<'product/update'> = async ({ model, version, ...fields }, caller) => {
  const { sql, session } = caller;
  const product = await lockProduct(sql, session, model);
  if (product.version !== version) throw new ApiError('productHasChanged');
  const { name, kind, inputs, ratedPowerW, phases, profile, remark, functions, parameters } = fields;
  const changesParsing = kind !== product.kind || profile !== product.profile || phases !== product.phases;
  if (isBuiltIn(model) && (changesParsing || name !== product.name || inputs !== product.inputs))
    throw new ApiError('productIsBuiltIn', { name: product.name });
  if (changesParsing || inputs !== product.inputs) {
    requireFit(fields);
    const uses = await readUsage(sql, product.id);
    if (changesParsing && uses.isUsed) throw new ApiError('productInUse', { name: product.name });
    // 0: devices report their own number of inputs.
    if (inputs !== 0 && inputs < uses.inputs) throw new ApiError('inputsInUse', { inputs: uses.inputs });
  }
  await requireName(sql, name, product.id);
  await sql`
    update products set name = ${name}, kind = ${kind}, inputs = ${inputs}, rated_power_w = ${ratedPowerW}, phases = ${phases},
      frame_profile = ${profile}, remark = ${remark}, functions = ${JSON.stringify(functions)}::text::jsonb,
      parameters = ${JSON.stringify(parameters)}::text::jsonb, version = version + 1
    where id = ${product.id}`;
  // Plausibility checks of reports depend on the product.
  await notifyRegistryOfAll(sql);
  const { id: _, companyId: _company, version: _version, ...before } = product;
  caller.noteAudit({ object: `product ${model}`, before, after: { model, ...fields } });
  return {};
};
