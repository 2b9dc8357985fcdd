// The open error of a device or plant in rows of lists.
import { z } from 'zod';

/** Without an alert: code "0000", title "OK". */
export const alertFields = {
  alertCode: z.string(),
  alertTitle: z.string(),
  alertDescription: z.string(),
};
export const alert = z.object({ code: z.string(), title: z.string(), desc: z.string() });
