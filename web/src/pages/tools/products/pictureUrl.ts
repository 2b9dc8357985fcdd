// URL of a product's picture, below the same base as the calls.
import { apiBase } from '../../../brand/portal.ts';

export const pictureUrl = (path: string): string => `${apiBase}/${path}`;
