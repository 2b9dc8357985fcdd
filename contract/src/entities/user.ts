// Users, sessions and menus.
import { z } from 'zod';

export const userInfo = z.object({
  uid: z.number().int(),
  email: z.string(),
  country: z.string(),
  state: z.string(),
  role: z.number().int(),
  groupId: z.number().int(),
  groupName: z.string(),
  /** What the role reaches: all companies, its company and those below, or the user's own plants. */
  scope: z.enum(['all', 'branch', 'own']),
  headerImg: z.string(),
  fullHeaderImg: z.string(),
  defaultArea: z.string(),
  companyId: z.number().int(),
  isCompanyOwner: z.union([z.literal(0), z.literal(1)]),
  oemid: z.number().int(),
  oemweb: z.string(),
});
export type UserInfo = z.infer<typeof userInfo>;

/** A menu entry; mode 1 page, 2 button, 3 page module. The permission id is `components_title`. */
export interface Menu {
  id: number;
  title: string;
  titleLocale: string;
  icon: string;
  path: string;
  params: string;
  mode: 1 | 2 | 3;
  components_title: string;
  children: Menu[];
}
export const menu: z.ZodType<Menu> = z.object({
  id: z.number().int(),
  title: z.string(),
  titleLocale: z.string(),
  icon: z.string(),
  path: z.string(),
  params: z.string(),
  mode: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  components_title: z.string(),
  get children() {
    return z.array(menu);
  },
});
