// configuration/inverter/setupDefaultValue: parameters that can be set in the devices of a product.
import { setupProduct } from '../../../commands/bulkSetups.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationInverterSetupDefaultValue: Handler<'configuration/inverter/setupDefaultValue'> = async (
  { model },
  { sql },
) => {
  const { modelName, parameters } = await setupProduct(sql, model);
  return { model, name: modelName, parameters };
};
