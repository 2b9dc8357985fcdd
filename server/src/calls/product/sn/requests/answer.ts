// product/sn/requests/answer: releases an announced number of the session's stock to the plant, or refuses it.
import { ApiError } from '@heliograph/contract/errors.ts';
import { answerClaim } from '../../../../claiming/announcements/claimRequests.ts';
import { beginChange } from '../../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const productSnRequestsAnswer: Handler<'product/sn/requests/answer'> = async ({ id, sn, accepts }, caller) => {
  const { sql, at, noteAudit } = caller;
  await beginChange(sql, 'numbers');
  if (!(await answerClaim(sql, { id, sn, accepts }, at))) throw new ApiError('claimRequestNotFound');
  noteAudit({ object: sn, after: { accepts } });
  return {};
};
