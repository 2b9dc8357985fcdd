// The table of contents: every call of the contract and the one file that answers it; the compiler checks that none is missing.

import type { Handlers } from '../handler.ts';
import { accountEndSession } from './account/endSession.ts';
import { accountInfo } from './account/info.ts';
import { accountLoginOut } from './account/loginOut.ts';
import { accountOffersAnswer } from './account/offers/answer.ts';
import { accountOffers } from './account/offers.ts';
import { accountPicture } from './account/picture.ts';
import { accountRemovePicture } from './account/removePicture.ts';
import { accountSaveViews } from './account/saveViews.ts';
import { accountSessions } from './account/sessions.ts';
import { accountUpdate } from './account/update.ts';
import { accountUpdatePassword } from './account/updatePassword.ts';
import { accountViews } from './account/views.ts';
import { authRoleMenuView } from './auth/role/menu/view.ts';
import { authSetup } from './auth/setup.ts';
import { batteryHxEcharts } from './battery/hx/echarts.ts';
import { batteryHxHistory } from './battery/hx/history.ts';
import { batteryHxOverview } from './battery/hx/overview.ts';
import { batteryHxStatisticsOverview } from './battery/hx/statistics/overview.ts';
import { bdmPasswordGenerate } from './bdmPassword/generate.ts';
import { bdmPasswordList } from './bdmPassword/list.ts';
import { bdnzThreeEcharts } from './bdnz/three/echarts.ts';
import { bdnzThreeHistoryDownload } from './bdnz/three/history/download.ts';
import { bdnzThreeHistory } from './bdnz/three/history.ts';
import { bdnzThreeOverview } from './bdnz/three/overview.ts';
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
import { deviceAlertsCodes } from './device/alerts/codes.ts';
import { deviceAlertsCompanies } from './device/alerts/companies.ts';
import { deviceAlertsOpen } from './device/alerts/open.ts';
import { deviceAlerts } from './device/alerts.ts';
import { deviceChangeTimezone } from './device/changeTimezone.ts';
import { deviceConnection } from './device/connection.ts';
import { deviceCredential } from './device/credential.ts';
import { deviceDelete } from './device/delete.ts';
import { deviceDeleteHistory } from './device/deleteHistory.ts';
import { deviceDetail } from './device/detail.ts';
import { deviceHistoryColumns } from './device/history/columns.ts';
import { deviceHistoryDownload } from './device/history/download.ts';
import { deviceHistoryElectricity } from './device/history/electricity.ts';
import { deviceHistoryFilesAsk } from './device/history/files/ask.ts';
import { deviceHistoryFilesFetch } from './device/history/files/fetch.ts';
import { deviceHistoryFilesRemove } from './device/history/files/remove.ts';
import { deviceHistoryFiles } from './device/history/files.ts';
import { deviceHistoryRemoved } from './device/history/removed.ts';
import { deviceHistoryRestore } from './device/history/restore.ts';
import { deviceHistory } from './device/history.ts';
import { deviceJoinBlack } from './device/joinBlack.ts';
import { deviceListNoRegForget } from './device/list/noReg/forget.ts';
import { deviceListNoReg } from './device/list/noReg.ts';
import { deviceList } from './device/list.ts';
import { deviceMeterSettings } from './device/meter/settings.ts';
import { deviceMeterSetUp } from './device/meter/setUp.ts';
import { deviceModulesAdd } from './device/modules/add.ts';
import { deviceModulesEdit } from './device/modules/edit.ts';
import { deviceModulesFindings } from './device/modules/findings.ts';
import { deviceModulesMoveBatch } from './device/modules/move/batch.ts';
import { deviceModulesPageAdd } from './device/modules/page/add.ts';
import { deviceModulesPageDel } from './device/modules/page/del.ts';
import { deviceModulesPageEdit } from './device/modules/page/edit.ts';
import { deviceModulesPage } from './device/modules/page.ts';
import { deviceModulesStatisticsDate } from './device/modules/statistics/date.ts';
import { deviceModulesStatisticsEcharts } from './device/modules/statistics/echarts.ts';
import { deviceModulesStatisticsOverview } from './device/modules/statistics/overview.ts';
import { deviceModules } from './device/modules.ts';
import { deviceMove } from './device/move.ts';
import { devicePlayback } from './device/playback.ts';
import { devicePowerParamateMap } from './device/powerParamateMap.ts';
import { deviceRemoveBlack } from './device/removeBlack.ts';
import { deviceReplace } from './device/replace.ts';
import { deviceStatisticsDate } from './device/statistics/date.ts';
import { deviceStatisticsEcharts } from './device/statistics/echarts.ts';
import { deviceStatisticsOverviewElectricity } from './device/statistics/overview/electricity.ts';
import { deviceStatisticsOverview } from './device/statistics/overview.ts';
import { deviceStrings } from './device/strings.ts';
import { deviceVoltageDownload } from './device/voltage/download.ts';
import { deviceVoltage } from './device/voltage.ts';
import { kspAlert } from './ksp/alert.ts';
import { kspHistoryDownload } from './ksp/history/download.ts';
import { kspHistory } from './ksp/history.ts';
import { kspOverview } from './ksp/overview.ts';
import { kspStatisticsElectricity } from './ksp/statistics/electricity.ts';
import { kspStatisticsElectricityMap } from './ksp/statistics/electricityMap.ts';
import { kspStatisticsOverview } from './ksp/statistics/overview.ts';
import { mailChoice } from './mail/choice.ts';
import { mailChoose } from './mail/choose.ts';
import { overviewOverview } from './overview/overview.ts';
import { overviewSiteStatusCounts } from './overview/siteStatusCounts.ts';
import { productSnInfo } from './product/sn/info.ts';
import { productSn } from './product/sn.ts';
import { publicPlant } from './public/plant.ts';
import { signIn } from './signIn.ts';
import { siteCreateFast } from './site/createFast.ts';
import { siteDelete } from './site/delete.ts';
import { siteDetail } from './site/detail.ts';
import { siteEndCare } from './site/endCare.ts';
import { siteLayoutInfo } from './site/layoutInfo.ts';
import { siteLayoutPhoto } from './site/layoutPhoto.ts';
import { siteListWithSN } from './site/listWithSN.ts';
import { siteMap } from './site/map.ts';
import { siteModulesPage } from './site/modules/page.ts';
import { siteModules } from './site/modules.ts';
import { siteOffersMake } from './site/offers/make.ts';
import { siteOffersWithdraw } from './site/offers/withdraw.ts';
import { siteOffers } from './site/offers.ts';
import { siteOverview } from './site/overview.ts';
import { sitePictureKeep } from './site/picture.ts';
import { sitePlayback } from './site/playback.ts';
import { sitePricesSetUp } from './site/prices/setUp.ts';
import { sitePrices } from './site/prices.ts';
import { sitePublicLinksMake } from './site/publicLinks/make.ts';
import { sitePublicLinksRevoke } from './site/publicLinks/revoke.ts';
import { sitePublicLinks } from './site/publicLinks.ts';
import { siteRemovePicture } from './site/removePicture.ts';
import { siteReportDownload } from './site/report/download.ts';
import { siteReport } from './site/report.ts';
import { siteSetUpChecks } from './site/setUp/checks.ts';
import { siteSnReportSettings } from './site/sn/report/settings.ts';
import { siteSnReportSetUp } from './site/sn/report/setUp.ts';
import { siteStatisticsDate } from './site/statistics/date.ts';
import { siteStatisticsEcharts } from './site/statistics/echarts.ts';
import { siteUpdateFast } from './site/updateFast.ts';
import { siteUpdateLayoutInfo } from './site/updateLayoutInfo.ts';
import { siteWeather7Day } from './site/weather7Day.ts';
import { siteWeatherHours } from './site/weatherHours.ts';

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
  'account/offers': accountOffers,
  'account/offers/answer': accountOffersAnswer,
  'site/listWithSN': siteListWithSN,
  'site/map': siteMap,
  'site/detail': siteDetail,
  'site/overview': siteOverview,
  'site/endCare': siteEndCare,
  'site/offers': siteOffers,
  'site/offers/make': siteOffersMake,
  'site/offers/withdraw': siteOffersWithdraw,
  'site/picture': sitePictureKeep,
  'site/removePicture': siteRemovePicture,
  'site/publicLinks': sitePublicLinks,
  'site/publicLinks/make': sitePublicLinksMake,
  'site/publicLinks/revoke': sitePublicLinksRevoke,
  'public/plant': publicPlant,
  'site/layoutInfo': siteLayoutInfo,
  'site/updateLayoutInfo': siteUpdateLayoutInfo,
  'site/layoutPhoto': siteLayoutPhoto,
  'site/playback': sitePlayback,
  'site/modules': siteModules,
  'site/modules/page': siteModulesPage,
  'site/prices': sitePrices,
  'site/prices/setUp': sitePricesSetUp,
  'site/sn/report/settings': siteSnReportSettings,
  'site/sn/report/setUp': siteSnReportSetUp,
  'mail/choice': mailChoice,
  'mail/choose': mailChoose,
  'site/report': siteReport,
  'site/report/download': siteReportDownload,
  'site/statistics/echarts': siteStatisticsEcharts,
  'site/setUp/checks': siteSetUpChecks,
  'site/statistics/date': siteStatisticsDate,
  'site/weather7Day': siteWeather7Day,
  'site/weatherHours': siteWeatherHours,
  'site/createFast': siteCreateFast,
  'site/updateFast': siteUpdateFast,
  'site/delete': siteDelete,
  'device/list': deviceList,
  'device/list/noReg': deviceListNoReg,
  'device/list/noReg/forget': deviceListNoRegForget,
  'device/joinBlack': deviceJoinBlack,
  'device/removeBlack': deviceRemoveBlack,
  'device/alerts': deviceAlerts,
  'device/alerts/open': deviceAlertsOpen,
  'device/alerts/codes': deviceAlertsCodes,
  'device/alerts/companies': deviceAlertsCompanies,
  'device/alerts/acknowledge': deviceAlertsAcknowledge,
  'device/connection': deviceConnection,
  'device/credential': deviceCredential,
  'device/detail': deviceDetail,
  'device/delete': deviceDelete,
  'device/move': deviceMove,
  'device/replace': deviceReplace,
  'device/changeTimezone': deviceChangeTimezone,
  'device/modules': deviceModules,
  'device/voltage': deviceVoltage,
  'device/voltage/download': deviceVoltageDownload,
  'device/modules/add': deviceModulesAdd,
  'device/modules/edit': deviceModulesEdit,
  'device/modules/findings': deviceModulesFindings,
  'device/modules/move/batch': deviceModulesMoveBatch,
  'device/modules/page/add': deviceModulesPageAdd,
  'device/modules/page/del': deviceModulesPageDel,
  'device/modules/page/edit': deviceModulesPageEdit,
  'device/modules/page': deviceModulesPage,
  'device/modules/statistics/date': deviceModulesStatisticsDate,
  'device/modules/statistics/echarts': deviceModulesStatisticsEcharts,
  'device/modules/statistics/overview': deviceModulesStatisticsOverview,
  'device/meter/settings': deviceMeterSettings,
  'device/meter/setUp': deviceMeterSetUp,
  'device/statistics/overview': deviceStatisticsOverview,
  'device/statistics/overview/electricity': deviceStatisticsOverviewElectricity,
  'device/statistics/echarts': deviceStatisticsEcharts,
  'device/statistics/date': deviceStatisticsDate,
  'device/playback': devicePlayback,
  'device/powerParamateMap': devicePowerParamateMap,
  'device/history': deviceHistory,
  'device/history/download': deviceHistoryDownload,
  'device/history/electricity': deviceHistoryElectricity,
  'device/history/columns': deviceHistoryColumns,
  'device/history/files': deviceHistoryFiles,
  'device/history/files/ask': deviceHistoryFilesAsk,
  'device/history/files/fetch': deviceHistoryFilesFetch,
  'device/history/files/remove': deviceHistoryFilesRemove,
  'device/history/removed': deviceHistoryRemoved,
  'device/history/restore': deviceHistoryRestore,
  'device/deleteHistory': deviceDeleteHistory,
  'device/strings': deviceStrings,
  'bdnz/three/overview': bdnzThreeOverview,
  'bdnz/three/echarts': bdnzThreeEcharts,
  'bdnz/three/history': bdnzThreeHistory,
  'bdnz/three/history/download': bdnzThreeHistoryDownload,
  'battery/hx/overview': batteryHxOverview,
  'battery/hx/statistics/overview': batteryHxStatisticsOverview,
  'battery/hx/history': batteryHxHistory,
  'bdmPassword/generate': bdmPasswordGenerate,
  'bdmPassword/list': bdmPasswordList,
  'battery/hx/echarts': batteryHxEcharts,
  'ksp/overview': kspOverview,
  'ksp/history': kspHistory,
  'ksp/history/download': kspHistoryDownload,
  'ksp/alert': kspAlert,
  'ksp/statistics/overview': kspStatisticsOverview,
  'ksp/statistics/electricity': kspStatisticsElectricity,
  'ksp/statistics/electricityMap': kspStatisticsElectricityMap,
  'product/sn': productSn,
  'product/sn/info': productSnInfo,
  'overview/overview': overviewOverview,
  'overview/siteStatusCounts': overviewSiteStatusCounts,
};
