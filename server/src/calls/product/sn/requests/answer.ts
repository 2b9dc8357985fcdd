// product/sn/requests/answer: releases an announced number of the session's stock to the plant, or refuses it.
import { ApiError } from '@heliograph/contract/errors.ts';
import { answerClaim } from '../../../../claiming/announcements/claimRequests.ts';
import { sendRequestAnswerMails } from '../../../../notifications/requestMails.ts';
import { asProcess, beginChange } from '../../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const productSnRequestsAnswer: Handler<'product/sn/requests/answer'> = async ({ id, sn, accepts }, caller) => {
  const { context, sql, at, noteAudit } = caller;
  await beginChange(sql, 'numbers');
  if (!(await answerClaim(sql, { id, sn, accepts }, at))) throw new ApiError('claimRequestNotFound');
  // The caller does not learn the plant.
  await asProcess(sql, () => sendRequestAnswerMails(sql, context.config, { id, sn, accepts, at }));
  noteAudit({ object: sn, after: { accepts } });
  return {};
};
