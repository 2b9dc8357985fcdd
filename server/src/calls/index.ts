// The table of contents: every call of the contract and the one file that answers it; the compiler checks that none is missing.

import type { Handlers } from '../handler.ts';
import { accountEndSession } from './account/endSession.ts';
import { accountInfo } from './account/info.ts';
import { accountLoginOut } from './account/loginOut.ts';
import { accountPicture } from './account/picture.ts';
import { accountRemovePicture } from './account/removePicture.ts';
import { accountSaveViews } from './account/saveViews.ts';
import { accountSessions } from './account/sessions.ts';
import { accountUpdate } from './account/update.ts';
import { accountUpdatePassword } from './account/updatePassword.ts';
import { accountViews } from './account/views.ts';
import { authRoleMenuView } from './auth/role/menu/view.ts';
import { authSetup } from './auth/setup.ts';
import { commonAddressInfo } from './common/addressInfo.ts';
import { commonCountry } from './common/country.ts';
import { commonCurrency } from './common/currency.ts';
import { commonGetHardwareValid } from './common/getHardwareValid.ts';
import { commonLan } from './common/lan.ts';
import { commonPlaces } from './common/places.ts';
import { commonPortal } from './common/portal.ts';
import { commonState } from './common/state.ts';
import { commonTimezone } from './common/timezone.ts';
import { deviceAlertsAcknowledge } from './device/alerts/acknowledge.ts';
import { deviceAlerts } from './device/alerts.ts';
import { deviceDetail } from './device/detail.ts';
import { deviceHistoryDownload } from './device/history/download.ts';
import { deviceHistory } from './device/history.ts';
import { deviceListNoReg } from './device/list/noReg.ts';
import { deviceList } from './device/list.ts';
import { deviceModules } from './device/modules.ts';
import { devicePlayback } from './device/playback.ts';
import { devicePowerParamateMap } from './device/powerParamateMap.ts';
import { deviceStatisticsDate } from './device/statistics/date.ts';
import { deviceStatisticsEcharts } from './device/statistics/echarts.ts';
import { deviceStatisticsOverview } from './device/statistics/overview.ts';
import { overviewOverview } from './overview/overview.ts';
import { overviewSiteStatusCounts } from './overview/siteStatusCounts.ts';
import { productSnInfo } from './product/sn/info.ts';
import { productSn } from './product/sn.ts';
import { signIn } from './signIn.ts';
import { siteCreateFast } from './site/createFast.ts';
import { siteDelete } from './site/delete.ts';
import { siteDetail } from './site/detail.ts';
import { siteListWithSN } from './site/listWithSN.ts';
import { siteModules } from './site/modules.ts';
import { siteOverview } from './site/overview.ts';
import { siteStatisticsDate } from './site/statistics/date.ts';
import { siteStatisticsEcharts } from './site/statistics/echarts.ts';
import { siteUpdateFast } from './site/updateFast.ts';

export const handlers: Handlers = {
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
};
