// The open error of a device or site as rows carry it.
import { z } from 'zod';

/** No alert is code "0000", title "OK". */
export const alertFields = {
  alertCode: z.string(),
  alertTitle: z.string(),
  alertDescription: z.string(),
};
export const alert = z.object({ code: z.string(), title: z.string(), desc: z.string() });
