// The handler of each call of the contract. Written by `npm run generate`; the compiler checks that none is missing.
import type { Handlers } from '../platform/handler.ts';
import { accountArchiveAsk } from './account/archive/ask.ts';
import { accountArchiveFetch } from './account/archive/fetch.ts';
import { accountArchive } from './account/archive.ts';
import { accountCompanies } from './account/companies.ts';
import { accountEmailCancel } from './account/email/cancel.ts';
import { accountEmailChange } from './account/email/change.ts';
import { accountEmailPending } from './account/email/pending.ts';
import { accountEndSession } from './account/endSession.ts';
import { accountInfo } from './account/info.ts';
import { accountJoinRequestsMake } from './account/joinRequests/make.ts';
import { accountJoinRequestsWithdraw } from './account/joinRequests/withdraw.ts';
import { accountJoinRequests } from './account/joinRequests.ts';
import { accountLeaving } from './account/leaving.ts';
import { accountLoginOut } from './account/loginOut.ts';
import { accountLogOff } from './account/logOff.ts';
import { accountOffersAnswer } from './account/offers/answer.ts';
import { accountOffers } from './account/offers.ts';
import { accountPasskeysAdd } from './account/passkeys/add.ts';
import { accountPasskeysBegin } from './account/passkeys/begin.ts';
import { accountPasskeysRemove } from './account/passkeys/remove.ts';
import { accountPicture } from './account/picture.ts';
import { accountPushAdd } from './account/push/add.ts';
import { accountPushRemove } from './account/push/remove.ts';
import { accountPushTest } from './account/push/test.ts';
import { accountPush } from './account/push.ts';
import { accountRemovePicture } from './account/removePicture.ts';
import { accountSaveViews } from './account/saveViews.ts';
import { accountSecondFactorBegin } from './account/secondFactor/begin.ts';
import { accountSecondFactorConfirm } from './account/secondFactor/confirm.ts';
import { accountSecondFactorEnd } from './account/secondFactor/end.ts';
import { accountSecondFactor } from './account/secondFactor.ts';
import { accountSessions } from './account/sessions.ts';
import { accountSwitchCompany } from './account/switchCompany.ts';
import { accountTokensMake } from './account/tokens/make.ts';
import { accountTokensRevoke } from './account/tokens/revoke.ts';
import { accountTokens } from './account/tokens.ts';
import { accountUpdate } from './account/update.ts';
import { accountUpdatePassword } from './account/updatePassword.ts';
import { accountViews } from './account/views.ts';
import { auditList } from './audit/list.ts';
import { authMenuCreate } from './auth/menu/create.ts';
import { authMenuDel } from './auth/menu/del.ts';
import { authMenuList } from './auth/menu/list.ts';
import { authMenuUpdate } from './auth/menu/update.ts';
import { authRoleCreate } from './auth/role/create.ts';
import { authRoleListSystem } from './auth/role/list/system.ts';
import { authRoleList } from './auth/role/list.ts';
import { authRoleMenuDistribution } from './auth/role/menu/distribution.ts';
import { authRoleMenuView } from './auth/role/menu/view.ts';
import { authRoleSecondFactor } from './auth/role/secondFactor.ts';
import { authRoleUpdate } from './auth/role/update.ts';
import { authRoleViewAs } from './auth/role/viewAs.ts';
import { authSetup } from './auth/setup.ts';
import { batteryHxEcharts } from './battery/hx/echarts.ts';
import { batteryHxHealth } from './battery/hx/health.ts';
import { batteryHxHistory } from './battery/hx/history.ts';
import { batteryHxOta } from './battery/hx/ota.ts';
import { batteryHxOverview } from './battery/hx/overview.ts';
import { batteryHxParamsOwnerAccess } from './battery/hx/params/ownerAccess.ts';
import { batteryHxParamsRead } from './battery/hx/params/read.ts';
import { batteryHxParamsSetting } from './battery/hx/params/setting.ts';
import { batteryHxParamsView } from './battery/hx/params/view.ts';
import { batteryHxScheduling } from './battery/hx/scheduling.ts';
import { batteryHxStatisticsOverview } from './battery/hx/statistics/overview.ts';
import { batteryHxTonight } from './battery/hx/tonight.ts';
import { bdmPasswordGenerate } from './bdmPassword/generate.ts';
import { bdmPasswordList } from './bdmPassword/list.ts';
import { bdnzThreeEcharts } from './bdnz/three/echarts.ts';
import { bdnzThreeHistoryDownload } from './bdnz/three/history/download.ts';
import { bdnzThreeHistory } from './bdnz/three/history.ts';
import { bdnzThreeOverview } from './bdnz/three/overview.ts';
import { brandDetail } from './brand/detail.ts';
import { brandList } from './brand/list.ts';
import { brandMark } from './brand/mark.ts';
import { brandRemoveMark } from './brand/removeMark.ts';
import { brandUpdate } from './brand/update.ts';
import { commonAddressInfo } from './common/addressInfo.ts';
import { commonCountry } from './common/country.ts';
import { commonCurrency } from './common/currency.ts';
import { commonGetHardwareValid } from './common/getHardwareValid.ts';
import { commonLan } from './common/lan.ts';
import { commonPlaces } from './common/places.ts';
import { commonPortal } from './common/portal.ts';
import { commonPrivacyPolicy } from './common/privacyPolicy.ts';
import { commonState } from './common/state.ts';
import { commonTimezone } from './common/timezone.ts';
import { configurationDocumentationAnnounce } from './configuration/documentation/announce.ts';
import { configurationDocumentationCreate } from './configuration/documentation/create.ts';
import { configurationDocumentationDel } from './configuration/documentation/del.ts';
import { configurationDocumentationDetail } from './configuration/documentation/detail.ts';
import { configurationDocumentationEdit } from './configuration/documentation/edit.ts';
import { configurationDocumentationLink } from './configuration/documentation/link.ts';
import { configurationDocumentationList } from './configuration/documentation/list.ts';
import { configurationDocumentationPart } from './configuration/documentation/part.ts';
import { configurationInverterGroupFilter } from './configuration/inverter/group/filter.ts';
import { configurationInverterSetupAnswer } from './configuration/inverter/setupAnswer.ts';
import { configurationInverterSetupDefaultValue } from './configuration/inverter/setupDefaultValue.ts';
import { configurationInverterSetupList } from './configuration/inverter/setupList.ts';
import { configurationInverterSetupValue } from './configuration/inverter/setupValue.ts';
import { configurationOtaCreate } from './configuration/ota/create.ts';
import { configurationOtaDel } from './configuration/ota/del.ts';
import { configurationOtaDetail } from './configuration/ota/detail.ts';
import { configurationOtaEdit } from './configuration/ota/edit.ts';
import { configurationOtaLink } from './configuration/ota/link.ts';
import { configurationOtaListSn } from './configuration/ota/list/sn.ts';
import { configurationOtaList } from './configuration/ota/list.ts';
import { configurationOtaPart } from './configuration/ota/part.ts';
import { configurationOtaRolloutAnswer } from './configuration/ota/rollout/answer.ts';
import { configurationOtaRolloutBegin } from './configuration/ota/rollout/begin.ts';
import { configurationOtaRolloutDetail } from './configuration/ota/rollout/detail.ts';
import { configurationOtaRolloutDevices } from './configuration/ota/rollout/devices.ts';
import { configurationOtaRolloutFind } from './configuration/ota/rollout/find.ts';
import { configurationOtaRolloutList } from './configuration/ota/rollout/list.ts';
import { configurationOtaUpdate } from './configuration/ota/update.ts';
import { dashboardDeviceSummary } from './dashboard/device/summary.ts';
import { dashboardDeviceTrend } from './dashboard/device/trend.ts';
import { dashboardUserSummary } from './dashboard/user/summary.ts';
import { deviceAlertsAcknowledge } from './device/alerts/acknowledge.ts';
import { deviceAlertsCodes } from './device/alerts/codes.ts';
import { deviceAlertsCompanies } from './device/alerts/companies.ts';
import { deviceAlertsOpen } from './device/alerts/open.ts';
import { deviceAlerts } from './device/alerts.ts';
import { deviceChangeTimezone } from './device/changeTimezone.ts';
import { deviceClaimWithdraw } from './device/claim/withdraw.ts';
import { deviceConnection } from './device/connection.ts';
import { deviceCredential } from './device/credential.ts';
import { deviceDelete } from './device/delete.ts';
import { deviceDeleteHistory } from './device/deleteHistory.ts';
import { deviceDetail } from './device/detail.ts';
import { deviceDetailWifiOta } from './device/detailWifiOta.ts';
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
import { deviceModulesList } from './device/modules/list.ts';
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
import { deviceOwnershipAnswer } from './device/ownership/answer.ts';
import { deviceOwnershipClaim } from './device/ownership/claim.ts';
import { deviceOwnershipWithdraw } from './device/ownership/withdraw.ts';
import { deviceOwnership } from './device/ownership.ts';
import { devicePlayback } from './device/playback.ts';
import { devicePowerParamateMap } from './device/powerParamateMap.ts';
import { deviceRemoveBlack } from './device/removeBlack.ts';
import { deviceReplace } from './device/replace.ts';
import { deviceStatisticsDate } from './device/statistics/date.ts';
import { deviceStatisticsEcharts } from './device/statistics/echarts.ts';
import { deviceStatisticsOverviewElectricity } from './device/statistics/overview/electricity.ts';
import { deviceStatisticsOverview } from './device/statistics/overview.ts';
import { deviceStatisticsYears } from './device/statistics/years.ts';
import { deviceStrings } from './device/strings.ts';
import { deviceUpdateWifiVersion } from './device/updateWifiVersion.ts';
import { deviceVoltageDownload } from './device/voltage/download.ts';
import { deviceVoltage } from './device/voltage.ts';
import { emailChangeAnswer } from './email-change/answer.ts';
import { emailChangeLook } from './email-change/look.ts';
import { emailForgetPassword } from './email-forget-password.ts';
import { gatewayBsgServer } from './gateway/bsg/server.ts';
import { gatewayCommandsAnswer } from './gateway/commands/answer.ts';
import { gatewayCommandsList } from './gateway/commands/list.ts';
import { gatewayControl } from './gateway/control.ts';
import { gatewayParametersDevices } from './gateway/parameters/devices.ts';
import { gatewayParameters } from './gateway/parameters.ts';
import { kspAlert } from './ksp/alert.ts';
import { kspCureParamateMap } from './ksp/cureParamateMap.ts';
import { kspHistoryDownload } from './ksp/history/download.ts';
import { kspHistory } from './ksp/history.ts';
import { kspOverview } from './ksp/overview.ts';
import { kspParamateCure } from './ksp/paramateCure.ts';
import { kspRecordTime } from './ksp/recordTime.ts';
import { kspStatisticsElectricity } from './ksp/statistics/electricity.ts';
import { kspStatisticsElectricityMap } from './ksp/statistics/electricityMap.ts';
import { kspStatisticsOverview } from './ksp/statistics/overview.ts';
import { mailChoice } from './mail/choice.ts';
import { mailChoose } from './mail/choose.ts';
import { operationState } from './operation/state.ts';
import { overviewOverview } from './overview/overview.ts';
import { overviewSiteStatusCounts } from './overview/siteStatusCounts.ts';
import { problemAssign } from './problem/assign.ts';
import { problemAssignees } from './problem/assignees.ts';
import { problemList } from './problem/list.ts';
import { problemSummary } from './problem/summary.ts';
import { productCreate } from './product/create.ts';
import { productDel } from './product/del.ts';
import { productDetail } from './product/detail.ts';
import { productList } from './product/list.ts';
import { productPicture } from './product/picture.ts';
import { productRemovePicture } from './product/removePicture.ts';
import { productSnCreate } from './product/sn/create.ts';
import { productSnDel } from './product/sn/del.ts';
import { productSnImport } from './product/sn/import.ts';
import { productSnInfo } from './product/sn/info.ts';
import { productSnList } from './product/sn/list.ts';
import { productSnOwnershipDecide } from './product/sn/ownership/decide.ts';
import { productSnOwnershipProof } from './product/sn/ownership/proof.ts';
import { productSnOwnership } from './product/sn/ownership.ts';
import { productSnRequestsAnswer } from './product/sn/requests/answer.ts';
import { productSnRequests } from './product/sn/requests.ts';
import { productSnTemplate } from './product/sn/template.ts';
import { productSn } from './product/sn.ts';
import { productUpdate } from './product/update.ts';
import { publicPlant } from './public/plant.ts';
import { resetPasswordEmail } from './reset-password-email.ts';
import { signInCompanyBegin } from './sign-in/company/begin.ts';
import { signInCompany } from './sign-in/company.ts';
import { signInPasskeyBegin } from './sign-in/passkey/begin.ts';
import { signInPasskey } from './sign-in/passkey.ts';
import { signIn } from './sign-in.ts';
import { signUpCode } from './sign-up/code.ts';
import { signUp } from './sign-up.ts';
import { siteCreateFast } from './site/createFast.ts';
import { siteDelete } from './site/delete.ts';
import { siteDetail } from './site/detail.ts';
import { siteEndCare } from './site/endCare.ts';
import { siteHistoryColumns } from './site/history/columns.ts';
import { siteHistoryFilesAsk } from './site/history/files/ask.ts';
import { siteJoinRequestsAnswer } from './site/joinRequests/answer.ts';
import { siteJoinRequests } from './site/joinRequests.ts';
import { siteLayoutInfo } from './site/layoutInfo.ts';
import { siteLayoutPhoto } from './site/layoutPhoto.ts';
import { siteLimitRuleSetUp } from './site/limitRule/setUp.ts';
import { siteLimitRule } from './site/limitRule.ts';
import { siteListWithSN } from './site/listWithSN.ts';
import { siteMap } from './site/map.ts';
import { siteModulesPage } from './site/modules/page.ts';
import { siteModules } from './site/modules.ts';
import { siteOffersMake } from './site/offers/make.ts';
import { siteOffersWithdraw } from './site/offers/withdraw.ts';
import { siteOffers } from './site/offers.ts';
import { siteOverview } from './site/overview.ts';
import { sitePicture } from './site/picture.ts';
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
import { siteUpdatesAnswer } from './site/updates/answer.ts';
import { siteUpdates } from './site/updates.ts';
import { siteWeather7Day } from './site/weather7Day.ts';
import { siteWeatherHours } from './site/weatherHours.ts';
import { userCompanyCreate } from './user/company/create.ts';
import { userCompanyDel } from './user/company/del.ts';
import { userCompanyList } from './user/company/list.ts';
import { userCompanySecondFactor } from './user/company/secondFactor.ts';
import { userCompanySignInDel } from './user/company/signIn/del.ts';
import { userCompanySignInProve } from './user/company/signIn/prove.ts';
import { userCompanySignInSet } from './user/company/signIn/set.ts';
import { userCompanySignInTest } from './user/company/signIn/test.ts';
import { userCompanySignIn } from './user/company/signIn.ts';
import { userCompanyUpdate } from './user/company/update.ts';
import { userCreate } from './user/create.ts';
import { userDel } from './user/del.ts';
import { userDetail } from './user/detail.ts';
import { userEndSessions } from './user/endSessions.ts';
import { userFreeze } from './user/freeze.ts';
import { userInvitationAccept } from './user/invitation/accept.ts';
import { userInvitation } from './user/invitation.ts';
import { userList } from './user/list.ts';
import { userResetSecondFactor } from './user/resetSecondFactor.ts';
import { userRoles } from './user/roles.ts';
import { userUpdate } from './user/update.ts';
import { webhookCreate } from './webhook/create.ts';
import { webhookDel } from './webhook/del.ts';
import { webhookDeliveries } from './webhook/deliveries.ts';
import { webhookList } from './webhook/list.ts';
import { webhookReplaceSecret } from './webhook/replaceSecret.ts';
import { webhookSendAgain } from './webhook/sendAgain.ts';
import { webhookTest } from './webhook/test.ts';
import { webhookUpdate } from './webhook/update.ts';

export const handlers: Handlers = {
  'account/archive/ask': accountArchiveAsk,
  'account/archive/fetch': accountArchiveFetch,
  'account/archive': accountArchive,
  'account/companies': accountCompanies,
  'account/email/cancel': accountEmailCancel,
  'account/email/change': accountEmailChange,
  'account/email/pending': accountEmailPending,
  'account/endSession': accountEndSession,
  'account/info': accountInfo,
  'account/joinRequests/make': accountJoinRequestsMake,
  'account/joinRequests/withdraw': accountJoinRequestsWithdraw,
  'account/joinRequests': accountJoinRequests,
  'account/leaving': accountLeaving,
  'account/loginOut': accountLoginOut,
  'account/logOff': accountLogOff,
  'account/offers/answer': accountOffersAnswer,
  'account/offers': accountOffers,
  'account/passkeys/add': accountPasskeysAdd,
  'account/passkeys/begin': accountPasskeysBegin,
  'account/passkeys/remove': accountPasskeysRemove,
  'account/picture': accountPicture,
  'account/push/add': accountPushAdd,
  'account/push/remove': accountPushRemove,
  'account/push/test': accountPushTest,
  'account/push': accountPush,
  'account/removePicture': accountRemovePicture,
  'account/saveViews': accountSaveViews,
  'account/secondFactor/begin': accountSecondFactorBegin,
  'account/secondFactor/confirm': accountSecondFactorConfirm,
  'account/secondFactor/end': accountSecondFactorEnd,
  'account/secondFactor': accountSecondFactor,
  'account/sessions': accountSessions,
  'account/switchCompany': accountSwitchCompany,
  'account/tokens/make': accountTokensMake,
  'account/tokens/revoke': accountTokensRevoke,
  'account/tokens': accountTokens,
  'account/update': accountUpdate,
  'account/updatePassword': accountUpdatePassword,
  'account/views': accountViews,
  'audit/list': auditList,
  'auth/menu/create': authMenuCreate,
  'auth/menu/del': authMenuDel,
  'auth/menu/list': authMenuList,
  'auth/menu/update': authMenuUpdate,
  'auth/role/create': authRoleCreate,
  'auth/role/list/system': authRoleListSystem,
  'auth/role/list': authRoleList,
  'auth/role/menu/distribution': authRoleMenuDistribution,
  'auth/role/menu/view': authRoleMenuView,
  'auth/role/secondFactor': authRoleSecondFactor,
  'auth/role/update': authRoleUpdate,
  'auth/role/viewAs': authRoleViewAs,
  'auth/setup': authSetup,
  'battery/hx/echarts': batteryHxEcharts,
  'battery/hx/health': batteryHxHealth,
  'battery/hx/history': batteryHxHistory,
  'battery/hx/ota': batteryHxOta,
  'battery/hx/overview': batteryHxOverview,
  'battery/hx/params/ownerAccess': batteryHxParamsOwnerAccess,
  'battery/hx/params/read': batteryHxParamsRead,
  'battery/hx/params/setting': batteryHxParamsSetting,
  'battery/hx/params/view': batteryHxParamsView,
  'battery/hx/scheduling': batteryHxScheduling,
  'battery/hx/statistics/overview': batteryHxStatisticsOverview,
  'battery/hx/tonight': batteryHxTonight,
  'bdmPassword/generate': bdmPasswordGenerate,
  'bdmPassword/list': bdmPasswordList,
  'bdnz/three/echarts': bdnzThreeEcharts,
  'bdnz/three/history/download': bdnzThreeHistoryDownload,
  'bdnz/three/history': bdnzThreeHistory,
  'bdnz/three/overview': bdnzThreeOverview,
  'brand/detail': brandDetail,
  'brand/list': brandList,
  'brand/mark': brandMark,
  'brand/removeMark': brandRemoveMark,
  'brand/update': brandUpdate,
  'common/addressInfo': commonAddressInfo,
  'common/country': commonCountry,
  'common/currency': commonCurrency,
  'common/getHardwareValid': commonGetHardwareValid,
  'common/lan': commonLan,
  'common/places': commonPlaces,
  'common/portal': commonPortal,
  'common/privacyPolicy': commonPrivacyPolicy,
  'common/state': commonState,
  'common/timezone': commonTimezone,
  'configuration/documentation/announce': configurationDocumentationAnnounce,
  'configuration/documentation/create': configurationDocumentationCreate,
  'configuration/documentation/del': configurationDocumentationDel,
  'configuration/documentation/detail': configurationDocumentationDetail,
  'configuration/documentation/edit': configurationDocumentationEdit,
  'configuration/documentation/link': configurationDocumentationLink,
  'configuration/documentation/list': configurationDocumentationList,
  'configuration/documentation/part': configurationDocumentationPart,
  'configuration/inverter/group/filter': configurationInverterGroupFilter,
  'configuration/inverter/setupAnswer': configurationInverterSetupAnswer,
  'configuration/inverter/setupDefaultValue': configurationInverterSetupDefaultValue,
  'configuration/inverter/setupList': configurationInverterSetupList,
  'configuration/inverter/setupValue': configurationInverterSetupValue,
  'configuration/ota/create': configurationOtaCreate,
  'configuration/ota/del': configurationOtaDel,
  'configuration/ota/detail': configurationOtaDetail,
  'configuration/ota/edit': configurationOtaEdit,
  'configuration/ota/link': configurationOtaLink,
  'configuration/ota/list/sn': configurationOtaListSn,
  'configuration/ota/list': configurationOtaList,
  'configuration/ota/part': configurationOtaPart,
  'configuration/ota/rollout/answer': configurationOtaRolloutAnswer,
  'configuration/ota/rollout/begin': configurationOtaRolloutBegin,
  'configuration/ota/rollout/detail': configurationOtaRolloutDetail,
  'configuration/ota/rollout/devices': configurationOtaRolloutDevices,
  'configuration/ota/rollout/find': configurationOtaRolloutFind,
  'configuration/ota/rollout/list': configurationOtaRolloutList,
  'configuration/ota/update': configurationOtaUpdate,
  'dashboard/device/summary': dashboardDeviceSummary,
  'dashboard/device/trend': dashboardDeviceTrend,
  'dashboard/user/summary': dashboardUserSummary,
  'device/alerts/acknowledge': deviceAlertsAcknowledge,
  'device/alerts/codes': deviceAlertsCodes,
  'device/alerts/companies': deviceAlertsCompanies,
  'device/alerts/open': deviceAlertsOpen,
  'device/alerts': deviceAlerts,
  'device/changeTimezone': deviceChangeTimezone,
  'device/claim/withdraw': deviceClaimWithdraw,
  'device/connection': deviceConnection,
  'device/credential': deviceCredential,
  'device/delete': deviceDelete,
  'device/deleteHistory': deviceDeleteHistory,
  'device/detail': deviceDetail,
  'device/detailWifiOta': deviceDetailWifiOta,
  'device/history/columns': deviceHistoryColumns,
  'device/history/download': deviceHistoryDownload,
  'device/history/electricity': deviceHistoryElectricity,
  'device/history/files/ask': deviceHistoryFilesAsk,
  'device/history/files/fetch': deviceHistoryFilesFetch,
  'device/history/files/remove': deviceHistoryFilesRemove,
  'device/history/files': deviceHistoryFiles,
  'device/history/removed': deviceHistoryRemoved,
  'device/history/restore': deviceHistoryRestore,
  'device/history': deviceHistory,
  'device/joinBlack': deviceJoinBlack,
  'device/list/noReg/forget': deviceListNoRegForget,
  'device/list/noReg': deviceListNoReg,
  'device/list': deviceList,
  'device/meter/settings': deviceMeterSettings,
  'device/meter/setUp': deviceMeterSetUp,
  'device/modules/add': deviceModulesAdd,
  'device/modules/edit': deviceModulesEdit,
  'device/modules/findings': deviceModulesFindings,
  'device/modules/list': deviceModulesList,
  'device/modules/move/batch': deviceModulesMoveBatch,
  'device/modules/page/add': deviceModulesPageAdd,
  'device/modules/page/del': deviceModulesPageDel,
  'device/modules/page/edit': deviceModulesPageEdit,
  'device/modules/page': deviceModulesPage,
  'device/modules/statistics/date': deviceModulesStatisticsDate,
  'device/modules/statistics/echarts': deviceModulesStatisticsEcharts,
  'device/modules/statistics/overview': deviceModulesStatisticsOverview,
  'device/modules': deviceModules,
  'device/move': deviceMove,
  'device/ownership/answer': deviceOwnershipAnswer,
  'device/ownership/claim': deviceOwnershipClaim,
  'device/ownership/withdraw': deviceOwnershipWithdraw,
  'device/ownership': deviceOwnership,
  'device/playback': devicePlayback,
  'device/powerParamateMap': devicePowerParamateMap,
  'device/removeBlack': deviceRemoveBlack,
  'device/replace': deviceReplace,
  'device/statistics/date': deviceStatisticsDate,
  'device/statistics/echarts': deviceStatisticsEcharts,
  'device/statistics/overview/electricity': deviceStatisticsOverviewElectricity,
  'device/statistics/overview': deviceStatisticsOverview,
  'device/statistics/years': deviceStatisticsYears,
  'device/strings': deviceStrings,
  'device/updateWifiVersion': deviceUpdateWifiVersion,
  'device/voltage/download': deviceVoltageDownload,
  'device/voltage': deviceVoltage,
  'email-change/answer': emailChangeAnswer,
  'email-change/look': emailChangeLook,
  'email-forget-password': emailForgetPassword,
  'gateway/bsg/server': gatewayBsgServer,
  'gateway/commands/answer': gatewayCommandsAnswer,
  'gateway/commands/list': gatewayCommandsList,
  'gateway/control': gatewayControl,
  'gateway/parameters/devices': gatewayParametersDevices,
  'gateway/parameters': gatewayParameters,
  'ksp/alert': kspAlert,
  'ksp/cureParamateMap': kspCureParamateMap,
  'ksp/history/download': kspHistoryDownload,
  'ksp/history': kspHistory,
  'ksp/overview': kspOverview,
  'ksp/paramateCure': kspParamateCure,
  'ksp/recordTime': kspRecordTime,
  'ksp/statistics/electricity': kspStatisticsElectricity,
  'ksp/statistics/electricityMap': kspStatisticsElectricityMap,
  'ksp/statistics/overview': kspStatisticsOverview,
  'mail/choice': mailChoice,
  'mail/choose': mailChoose,
  'operation/state': operationState,
  'overview/overview': overviewOverview,
  'overview/siteStatusCounts': overviewSiteStatusCounts,
  'problem/assign': problemAssign,
  'problem/assignees': problemAssignees,
  'problem/list': problemList,
  'problem/summary': problemSummary,
  'product/create': productCreate,
  'product/del': productDel,
  'product/detail': productDetail,
  'product/list': productList,
  'product/picture': productPicture,
  'product/removePicture': productRemovePicture,
  'product/sn/create': productSnCreate,
  'product/sn/del': productSnDel,
  'product/sn/import': productSnImport,
  'product/sn/info': productSnInfo,
  'product/sn/list': productSnList,
  'product/sn/ownership/decide': productSnOwnershipDecide,
  'product/sn/ownership/proof': productSnOwnershipProof,
  'product/sn/ownership': productSnOwnership,
  'product/sn/requests/answer': productSnRequestsAnswer,
  'product/sn/requests': productSnRequests,
  'product/sn/template': productSnTemplate,
  'product/sn': productSn,
  'product/update': productUpdate,
  'public/plant': publicPlant,
  'reset-password-email': resetPasswordEmail,
  'sign-in/company/begin': signInCompanyBegin,
  'sign-in/company': signInCompany,
  'sign-in/passkey/begin': signInPasskeyBegin,
  'sign-in/passkey': signInPasskey,
  'sign-in': signIn,
  'sign-up/code': signUpCode,
  'sign-up': signUp,
  'site/createFast': siteCreateFast,
  'site/delete': siteDelete,
  'site/detail': siteDetail,
  'site/endCare': siteEndCare,
  'site/history/columns': siteHistoryColumns,
  'site/history/files/ask': siteHistoryFilesAsk,
  'site/joinRequests/answer': siteJoinRequestsAnswer,
  'site/joinRequests': siteJoinRequests,
  'site/layoutInfo': siteLayoutInfo,
  'site/layoutPhoto': siteLayoutPhoto,
  'site/limitRule/setUp': siteLimitRuleSetUp,
  'site/limitRule': siteLimitRule,
  'site/listWithSN': siteListWithSN,
  'site/map': siteMap,
  'site/modules/page': siteModulesPage,
  'site/modules': siteModules,
  'site/offers/make': siteOffersMake,
  'site/offers/withdraw': siteOffersWithdraw,
  'site/offers': siteOffers,
  'site/overview': siteOverview,
  'site/picture': sitePicture,
  'site/playback': sitePlayback,
  'site/prices/setUp': sitePricesSetUp,
  'site/prices': sitePrices,
  'site/publicLinks/make': sitePublicLinksMake,
  'site/publicLinks/revoke': sitePublicLinksRevoke,
  'site/publicLinks': sitePublicLinks,
  'site/removePicture': siteRemovePicture,
  'site/report/download': siteReportDownload,
  'site/report': siteReport,
  'site/setUp/checks': siteSetUpChecks,
  'site/sn/report/settings': siteSnReportSettings,
  'site/sn/report/setUp': siteSnReportSetUp,
  'site/statistics/date': siteStatisticsDate,
  'site/statistics/echarts': siteStatisticsEcharts,
  'site/updateFast': siteUpdateFast,
  'site/updateLayoutInfo': siteUpdateLayoutInfo,
  'site/updates/answer': siteUpdatesAnswer,
  'site/updates': siteUpdates,
  'site/weather7Day': siteWeather7Day,
  'site/weatherHours': siteWeatherHours,
  'user/company/create': userCompanyCreate,
  'user/company/del': userCompanyDel,
  'user/company/list': userCompanyList,
  'user/company/secondFactor': userCompanySecondFactor,
  'user/company/signIn/del': userCompanySignInDel,
  'user/company/signIn/prove': userCompanySignInProve,
  'user/company/signIn/set': userCompanySignInSet,
  'user/company/signIn/test': userCompanySignInTest,
  'user/company/signIn': userCompanySignIn,
  'user/company/update': userCompanyUpdate,
  'user/create': userCreate,
  'user/del': userDel,
  'user/detail': userDetail,
  'user/endSessions': userEndSessions,
  'user/freeze': userFreeze,
  'user/invitation/accept': userInvitationAccept,
  'user/invitation': userInvitation,
  'user/list': userList,
  'user/resetSecondFactor': userResetSecondFactor,
  'user/roles': userRoles,
  'user/update': userUpdate,
  'webhook/create': webhookCreate,
  'webhook/del': webhookDel,
  'webhook/deliveries': webhookDeliveries,
  'webhook/list': webhookList,
  'webhook/replaceSecret': webhookReplaceSecret,
  'webhook/sendAgain': webhookSendAgain,
  'webhook/test': webhookTest,
  'webhook/update': webhookUpdate,
};
