// Presents a product for the list and its page.
import type { Response } from '@heliograph/contract/calls.ts';

type Row = Response<'product/list'>['list'][number];

export interface ProductFacts extends Omit<Row, 'picture' | 'rights'> {
  companyId: number | null;
  pictureName: string;
}

export const productPicturePath = (model: number, name: string): string => `files/product/${model}/${name}`;

export function productRowOf({ pictureName, companyId: _, ...facts }: ProductFacts, rights: Row['rights']): Row {
  const picture = pictureName === '' ? '' : productPicturePath(facts.model, pictureName);
  return { ...facts, picture, rights };
}
