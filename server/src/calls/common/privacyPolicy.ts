// common/privacyPolicy: the brand's own privacy policy, in the reader's language or else the brand's.
import { brandOfRequest } from '../../brands/brands.ts';
import type { Handler } from '../../platform/handler.ts';

export const commonPrivacyPolicy: Handler<'common/privacyPolicy'> = async (_request, caller) => {
  const { context, sql, language, portal } = caller;
  const brand = await brandOfRequest(sql, context.config, portal);
  // British readers read American English rather than another language.
  const languages = [language, ...(language === 'gb' ? ['en'] : []), brand.language];
  const [row] = await sql<{ privacy: Record<string, string> }[]>`select privacy from brands where id = ${brand.id}`;
  return { text: languages.map((code) => row!.privacy[code] ?? '').find((text) => text !== '') ?? '' };
};
