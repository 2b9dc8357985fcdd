// product/sn/template: template file for product/sn/import, with the list of products.
import { workbook } from '../../../platform/files/writeXlsx.ts';
import type { Handler } from '../../../platform/handler.ts';
import { messageText } from '../../../platform/texts/translate.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const productSnTemplate: Handler<'product/sn/template'> = async (_, { read, language }) => {
  const products = await read(
    (sql) => sql<{ name: string; model: number }[]>`select name, model from products order by name_order limit 10000`,
  );
  const word = (key: 'sn' | 'product' | 'model' | 'numbers' | 'products') => messageText(language, `numbers.${key}`);
  const sheets = [
    {
      name: word('numbers'),
      columns: [
        { title: word('sn'), type: 'text' },
        { title: word('product'), type: 'text' },
      ],
      rows: 0,
      cells: [[], []],
    },
    {
      name: word('products'),
      columns: [
        { title: word('product'), type: 'text' },
        { title: word('model'), type: 'number' },
      ],
      rows: products.length,
      cells: [products.map(({ name }) => name), Float64Array.from(products, ({ model }) => model)],
    },
  ] as const;
  return { name: 'serial-numbers.xlsx', type: TYPE, content: workbook(sheets) };
};
