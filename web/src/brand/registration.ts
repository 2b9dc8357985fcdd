// Whether sign-in offers to register: the brand must be open, and the page must exist.
import { PATHS } from '@heliograph/contract/pages.ts';
import type { Brand } from './brands.ts';

/** The address of the registration page; null: no link is shown. */
export function registrationPath(
  { openRegistration }: Pick<Brand, 'openRegistration'>,
  paths: Readonly<Record<string, string>> = PATHS,
): string | null {
  return openRegistration ? (paths.Register ?? null) : null;
}
