// The fourteen brands of the portal, and the editor of the open one.
import { brandId } from '@heliograph/contract/entities/brand.ts';
import { useSearch } from '@tanstack/react-router';
import { prefetchCall } from '../../api/useCall.ts';
import { BrandEditor } from './brands/BrandEditor.tsx';
import { BrandList } from './brands/BrandList.tsx';

/** The open brand; undefined for the list, as for an id of no brand. */
const openBrand = ({ id }: { id?: unknown }): number | undefined =>
  brandId.safeParse(id).success ? Number(id) : undefined;

export function prefetch(search: Record<string, unknown>): Promise<void>[] {
  const id = openBrand(search);
  return [id === undefined ? prefetchCall('brand/list', {}) : prefetchCall('brand/detail', { id })];
}

export default function BrandsPage() {
  const id = openBrand(useSearch({ from: '/signedIn/system/brands' }));
  return id === undefined ? <BrandList /> : <BrandEditor key={id} id={id} />;
}
