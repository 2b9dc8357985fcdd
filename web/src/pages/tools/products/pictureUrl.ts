// Where a product's picture is fetched: where the calls go.
import { brand } from '../../../brand/portal.ts';

export const pictureUrl = (path: string): string => `${brand.apiBase}/${path}`;
