// URL of a product's picture, below the same base as the calls.
import { brand } from '../../../brand/portal.ts';

export const pictureUrl = (path: string): string => `${brand.apiBase}/${path}`;
