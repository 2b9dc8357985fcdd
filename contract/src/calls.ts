// The whole call table: every path under v2/ with what it takes, gives and may refuse.
import type { z } from 'zod';
import { accountEndSession } from './calls/account/endSession.ts';
import { accountInfo } from './calls/account/info.ts';
import { accountLoginOut } from './calls/account/loginOut.ts';
import { accountPicture } from './calls/account/picture.ts';
import { accountRemovePicture } from './calls/account/removePicture.ts';
import { accountSaveViews } from './calls/account/saveViews.ts';
import { accountSessions } from './calls/account/sessions.ts';
import { accountUpdate } from './calls/account/update.ts';
import { accountUpdatePassword } from './calls/account/updatePassword.ts';
import { accountViews } from './calls/account/views.ts';
import { authRoleMenuView } from './calls/auth/role/menu/view.ts';
import { authSetup } from './calls/auth/setup.ts';
import { commonAddressInfo } from './calls/common/addressInfo.ts';
import { commonCountry } from './calls/common/country.ts';
import { commonCurrency } from './calls/common/currency.ts';
import { commonGetHardwareValid } from './calls/common/getHardwareValid.ts';
import { commonLan } from './calls/common/lan.ts';
import { commonPlaces } from './calls/common/places.ts';
import { commonPortal } from './calls/common/portal.ts';
import { commonState } from './calls/common/state.ts';
import { commonTimezone } from './calls/common/timezone.ts';
import { deviceAlertsAcknowledge } from './calls/device/alerts/acknowledge.ts';
import { deviceAlerts } from './calls/device/alerts.ts';
import { deviceDetail } from './calls/device/detail.ts';
import { deviceHistoryDownload } from './calls/device/history/download.ts';
import { deviceHistory } from './calls/device/history.ts';
import { deviceListNoReg } from './calls/device/list/noReg.ts';
import { deviceList } from './calls/device/list.ts';
import { deviceModules } from './calls/device/modules.ts';
import { devicePlayback } from './calls/device/playback.ts';
import { devicePowerParamateMap } from './calls/device/powerParamateMap.ts';
import { deviceStatisticsDate } from './calls/device/statistics/date.ts';
import { deviceStatisticsEcharts } from './calls/device/statistics/echarts.ts';
import { deviceStatisticsOverview } from './calls/device/statistics/overview.ts';
import { overviewOverview } from './calls/overview/overview.ts';
import { overviewSiteStatusCounts } from './calls/overview/siteStatusCounts.ts';
import { productSnInfo } from './calls/product/sn/info.ts';
import { productSn } from './calls/product/sn.ts';
import { signIn } from './calls/signIn.ts';
import { siteCreateFast } from './calls/site/createFast.ts';
import { siteDelete } from './calls/site/delete.ts';
import { siteDetail } from './calls/site/detail.ts';
import { siteListWithSN } from './calls/site/listWithSN.ts';
import { siteModules } from './calls/site/modules.ts';
import { siteOverview } from './calls/site/overview.ts';
import { siteStatisticsDate } from './calls/site/statistics/date.ts';
import { siteStatisticsEcharts } from './calls/site/statistics/echarts.ts';
import { siteUpdateFast } from './calls/site/updateFast.ts';

export const calls = {
  'common/places': commonPlaces,
  'common/portal': commonPortal,
  'common/lan': commonLan,
  'common/country': commonCountry,
  'common/state': commonState,
  'common/timezone': commonTimezone,
  'common/currency': commonCurrency,
  'common/addressInfo': commonAddressInfo,
  'common/getHardwareValid': commonGetHardwareValid,
  'sign-in': signIn,
  'auth/role/menu/view': authRoleMenuView,
  'auth/setup': authSetup,
  'account/info': accountInfo,
  'account/update': accountUpdate,
  'account/updatePassword': accountUpdatePassword,
  'account/loginOut': accountLoginOut,
  'account/sessions': accountSessions,
  'account/endSession': accountEndSession,
  'account/views': accountViews,
  'account/saveViews': accountSaveViews,
  'account/picture': accountPicture,
  'account/removePicture': accountRemovePicture,
  'site/listWithSN': siteListWithSN,
  'site/detail': siteDetail,
  'site/overview': siteOverview,
  'site/modules': siteModules,
  'site/statistics/echarts': siteStatisticsEcharts,
  'site/statistics/date': siteStatisticsDate,
  'site/createFast': siteCreateFast,
  'site/updateFast': siteUpdateFast,
  'site/delete': siteDelete,
  'device/list': deviceList,
  'device/list/noReg': deviceListNoReg,
  'device/alerts': deviceAlerts,
  'device/alerts/acknowledge': deviceAlertsAcknowledge,
  'device/detail': deviceDetail,
  'device/modules': deviceModules,
  'device/statistics/overview': deviceStatisticsOverview,
  'device/statistics/echarts': deviceStatisticsEcharts,
  'device/statistics/date': deviceStatisticsDate,
  'device/playback': devicePlayback,
  'device/powerParamateMap': devicePowerParamateMap,
  'device/history': deviceHistory,
  'device/history/download': deviceHistoryDownload,
  'product/sn': productSn,
  'product/sn/info': productSnInfo,
  'overview/overview': overviewOverview,
  'overview/siteStatusCounts': overviewSiteStatusCounts,
} as const;

export type Calls = typeof calls;
export type Path = keyof Calls;
/** What a caller may send: optional fields may be left out. */
export type Request<P extends Path> = z.input<Calls[P]['request']>;
/** What a handler gets: parsed, defaults filled in. */
export type Asked<P extends Path> = z.output<Calls[P]['request']>;
export type Response<P extends Path> = z.output<Calls[P]['response']>;
