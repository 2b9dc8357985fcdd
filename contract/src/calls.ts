// Every call under v2/ by its path: request, response, access and errors. Written by `npm run generate`.
import type { z } from 'zod';
import { accountArchiveAsk } from './calls/account/archive/ask.ts';
import { accountArchiveFetch } from './calls/account/archive/fetch.ts';
import { accountArchive } from './calls/account/archive.ts';
import { accountCompanies } from './calls/account/companies.ts';
import { accountEmailCancel } from './calls/account/email/cancel.ts';
import { accountEmailChange } from './calls/account/email/change.ts';
import { accountEmailPending } from './calls/account/email/pending.ts';
import { accountEndSession } from './calls/account/endSession.ts';
import { accountInfo } from './calls/account/info.ts';
import { accountJoinRequestsMake } from './calls/account/joinRequests/make.ts';
import { accountJoinRequestsWithdraw } from './calls/account/joinRequests/withdraw.ts';
import { accountJoinRequests } from './calls/account/joinRequests.ts';
import { accountLeaving } from './calls/account/leaving.ts';
import { accountLoginOut } from './calls/account/loginOut.ts';
import { accountLogOff } from './calls/account/logOff.ts';
import { accountOffersAnswer } from './calls/account/offers/answer.ts';
import { accountOffers } from './calls/account/offers.ts';
import { accountPasskeysAdd } from './calls/account/passkeys/add.ts';
import { accountPasskeysBegin } from './calls/account/passkeys/begin.ts';
import { accountPasskeysRemove } from './calls/account/passkeys/remove.ts';
import { accountPicture } from './calls/account/picture.ts';
import { accountPushAdd } from './calls/account/push/add.ts';
import { accountPushRemove } from './calls/account/push/remove.ts';
import { accountPushTest } from './calls/account/push/test.ts';
import { accountPush } from './calls/account/push.ts';
import { accountRemovePicture } from './calls/account/removePicture.ts';
import { accountSaveViews } from './calls/account/saveViews.ts';
import { accountSecondFactorBegin } from './calls/account/secondFactor/begin.ts';
import { accountSecondFactorConfirm } from './calls/account/secondFactor/confirm.ts';
import { accountSecondFactorEnd } from './calls/account/secondFactor/end.ts';
import { accountSecondFactor } from './calls/account/secondFactor.ts';
import { accountSessions } from './calls/account/sessions.ts';
import { accountSwitchCompany } from './calls/account/switchCompany.ts';
import { accountTokensMake } from './calls/account/tokens/make.ts';
import { accountTokensRevoke } from './calls/account/tokens/revoke.ts';
import { accountTokens } from './calls/account/tokens.ts';
import { accountUpdate } from './calls/account/update.ts';
import { accountUpdatePassword } from './calls/account/updatePassword.ts';
import { accountViews } from './calls/account/views.ts';
import { auditList } from './calls/audit/list.ts';
import { authMenuCreate } from './calls/auth/menu/create.ts';
import { authMenuDel } from './calls/auth/menu/del.ts';
import { authMenuList } from './calls/auth/menu/list.ts';
import { authMenuUpdate } from './calls/auth/menu/update.ts';
import { authRoleCreate } from './calls/auth/role/create.ts';
import { authRoleListSystem } from './calls/auth/role/list/system.ts';
import { authRoleList } from './calls/auth/role/list.ts';
import { authRoleMenuDistribution } from './calls/auth/role/menu/distribution.ts';
import { authRoleMenuView } from './calls/auth/role/menu/view.ts';
import { authRoleSecondFactor } from './calls/auth/role/secondFactor.ts';
import { authRoleUpdate } from './calls/auth/role/update.ts';
import { authRoleViewAs } from './calls/auth/role/viewAs.ts';
import { authSetup } from './calls/auth/setup.ts';
import { batteryHxEcharts } from './calls/battery/hx/echarts.ts';
import { batteryHxHealth } from './calls/battery/hx/health.ts';
import { batteryHxHistory } from './calls/battery/hx/history.ts';
import { batteryHxOta } from './calls/battery/hx/ota.ts';
import { batteryHxOverview } from './calls/battery/hx/overview.ts';
import { batteryHxParamsOwnerAccess } from './calls/battery/hx/params/ownerAccess.ts';
import { batteryHxParamsRead } from './calls/battery/hx/params/read.ts';
import { batteryHxParamsSetting } from './calls/battery/hx/params/setting.ts';
import { batteryHxParamsView } from './calls/battery/hx/params/view.ts';
import { batteryHxScheduling } from './calls/battery/hx/scheduling.ts';
import { batteryHxStatisticsOverview } from './calls/battery/hx/statistics/overview.ts';
import { batteryHxTonight } from './calls/battery/hx/tonight.ts';
import { bdmPasswordGenerate } from './calls/bdmPassword/generate.ts';
import { bdmPasswordList } from './calls/bdmPassword/list.ts';
import { bdnzThreeEcharts } from './calls/bdnz/three/echarts.ts';
import { bdnzThreeHistoryDownload } from './calls/bdnz/three/history/download.ts';
import { bdnzThreeHistory } from './calls/bdnz/three/history.ts';
import { bdnzThreeOverview } from './calls/bdnz/three/overview.ts';
import { brandDetail } from './calls/brand/detail.ts';
import { brandList } from './calls/brand/list.ts';
import { brandMark } from './calls/brand/mark.ts';
import { brandRemoveMark } from './calls/brand/removeMark.ts';
import { brandUpdate } from './calls/brand/update.ts';
import { commonAddressInfo } from './calls/common/addressInfo.ts';
import { commonCountry } from './calls/common/country.ts';
import { commonCurrency } from './calls/common/currency.ts';
import { commonGetHardwareValid } from './calls/common/getHardwareValid.ts';
import { commonLan } from './calls/common/lan.ts';
import { commonPlaces } from './calls/common/places.ts';
import { commonPortal } from './calls/common/portal.ts';
import { commonPrivacyPolicy } from './calls/common/privacyPolicy.ts';
import { commonState } from './calls/common/state.ts';
import { commonTimezone } from './calls/common/timezone.ts';
import { configurationDocumentationAnnounce } from './calls/configuration/documentation/announce.ts';
import { configurationDocumentationCreate } from './calls/configuration/documentation/create.ts';
import { configurationDocumentationDel } from './calls/configuration/documentation/del.ts';
import { configurationDocumentationDetail } from './calls/configuration/documentation/detail.ts';
import { configurationDocumentationEdit } from './calls/configuration/documentation/edit.ts';
import { configurationDocumentationLink } from './calls/configuration/documentation/link.ts';
import { configurationDocumentationList } from './calls/configuration/documentation/list.ts';
import { configurationDocumentationPart } from './calls/configuration/documentation/part.ts';
import { configurationInverterGroupFilter } from './calls/configuration/inverter/group/filter.ts';
import { configurationInverterSetupAnswer } from './calls/configuration/inverter/setupAnswer.ts';
import { configurationInverterSetupDefaultValue } from './calls/configuration/inverter/setupDefaultValue.ts';
import { configurationInverterSetupList } from './calls/configuration/inverter/setupList.ts';
import { configurationInverterSetupValue } from './calls/configuration/inverter/setupValue.ts';
import { configurationOtaCreate } from './calls/configuration/ota/create.ts';
import { configurationOtaDel } from './calls/configuration/ota/del.ts';
import { configurationOtaDetail } from './calls/configuration/ota/detail.ts';
import { configurationOtaEdit } from './calls/configuration/ota/edit.ts';
import { configurationOtaLink } from './calls/configuration/ota/link.ts';
import { configurationOtaListSn } from './calls/configuration/ota/list/sn.ts';
import { configurationOtaList } from './calls/configuration/ota/list.ts';
import { configurationOtaPart } from './calls/configuration/ota/part.ts';
import { configurationOtaRolloutAnswer } from './calls/configuration/ota/rollout/answer.ts';
import { configurationOtaRolloutBegin } from './calls/configuration/ota/rollout/begin.ts';
import { configurationOtaRolloutDetail } from './calls/configuration/ota/rollout/detail.ts';
import { configurationOtaRolloutDevices } from './calls/configuration/ota/rollout/devices.ts';
import { configurationOtaRolloutFind } from './calls/configuration/ota/rollout/find.ts';
import { configurationOtaRolloutList } from './calls/configuration/ota/rollout/list.ts';
import { configurationOtaUpdate } from './calls/configuration/ota/update.ts';
import { dashboardDeviceSummary } from './calls/dashboard/device/summary.ts';
import { dashboardDeviceTrend } from './calls/dashboard/device/trend.ts';
import { dashboardUserSummary } from './calls/dashboard/user/summary.ts';
import { deviceAlertsAcknowledge } from './calls/device/alerts/acknowledge.ts';
import { deviceAlertsCodes } from './calls/device/alerts/codes.ts';
import { deviceAlertsCompanies } from './calls/device/alerts/companies.ts';
import { deviceAlertsOpen } from './calls/device/alerts/open.ts';
import { deviceAlerts } from './calls/device/alerts.ts';
import { deviceChangeTimezone } from './calls/device/changeTimezone.ts';
import { deviceClaimWithdraw } from './calls/device/claim/withdraw.ts';
import { deviceConnection } from './calls/device/connection.ts';
import { deviceCredential } from './calls/device/credential.ts';
import { deviceDelete } from './calls/device/delete.ts';
import { deviceDeleteHistory } from './calls/device/deleteHistory.ts';
import { deviceDetail } from './calls/device/detail.ts';
import { deviceDetailWifiOta } from './calls/device/detailWifiOta.ts';
import { deviceHistoryColumns } from './calls/device/history/columns.ts';
import { deviceHistoryDownload } from './calls/device/history/download.ts';
import { deviceHistoryElectricity } from './calls/device/history/electricity.ts';
import { deviceHistoryFilesAsk } from './calls/device/history/files/ask.ts';
import { deviceHistoryFilesFetch } from './calls/device/history/files/fetch.ts';
import { deviceHistoryFilesRemove } from './calls/device/history/files/remove.ts';
import { deviceHistoryFiles } from './calls/device/history/files.ts';
import { deviceHistoryRemoved } from './calls/device/history/removed.ts';
import { deviceHistoryRestore } from './calls/device/history/restore.ts';
import { deviceHistory } from './calls/device/history.ts';
import { deviceJoinBlack } from './calls/device/joinBlack.ts';
import { deviceListNoRegForget } from './calls/device/list/noReg/forget.ts';
import { deviceListNoReg } from './calls/device/list/noReg.ts';
import { deviceList } from './calls/device/list.ts';
import { deviceMeterSettings } from './calls/device/meter/settings.ts';
import { deviceMeterSetUp } from './calls/device/meter/setUp.ts';
import { deviceModulesAdd } from './calls/device/modules/add.ts';
import { deviceModulesEdit } from './calls/device/modules/edit.ts';
import { deviceModulesFindings } from './calls/device/modules/findings.ts';
import { deviceModulesList } from './calls/device/modules/list.ts';
import { deviceModulesMoveBatch } from './calls/device/modules/move/batch.ts';
import { deviceModulesPageAdd } from './calls/device/modules/page/add.ts';
import { deviceModulesPageDel } from './calls/device/modules/page/del.ts';
import { deviceModulesPageEdit } from './calls/device/modules/page/edit.ts';
import { deviceModulesPage } from './calls/device/modules/page.ts';
import { deviceModulesStatisticsDate } from './calls/device/modules/statistics/date.ts';
import { deviceModulesStatisticsEcharts } from './calls/device/modules/statistics/echarts.ts';
import { deviceModulesStatisticsOverview } from './calls/device/modules/statistics/overview.ts';
import { deviceModules } from './calls/device/modules.ts';
import { deviceMove } from './calls/device/move.ts';
import { deviceOwnershipAnswer } from './calls/device/ownership/answer.ts';
import { deviceOwnershipClaim } from './calls/device/ownership/claim.ts';
import { deviceOwnershipWithdraw } from './calls/device/ownership/withdraw.ts';
import { deviceOwnership } from './calls/device/ownership.ts';
import { devicePlayback } from './calls/device/playback.ts';
import { devicePowerParamateMap } from './calls/device/powerParamateMap.ts';
import { deviceRemoveBlack } from './calls/device/removeBlack.ts';
import { deviceReplace } from './calls/device/replace.ts';
import { deviceStatisticsDate } from './calls/device/statistics/date.ts';
import { deviceStatisticsEcharts } from './calls/device/statistics/echarts.ts';
import { deviceStatisticsOverviewElectricity } from './calls/device/statistics/overview/electricity.ts';
import { deviceStatisticsOverview } from './calls/device/statistics/overview.ts';
import { deviceStatisticsYears } from './calls/device/statistics/years.ts';
import { deviceStrings } from './calls/device/strings.ts';
import { deviceUpdateWifiVersion } from './calls/device/updateWifiVersion.ts';
import { deviceVoltageDownload } from './calls/device/voltage/download.ts';
import { deviceVoltage } from './calls/device/voltage.ts';
import { emailChangeAnswer } from './calls/email-change/answer.ts';
import { emailChangeLook } from './calls/email-change/look.ts';
import { emailForgetPassword } from './calls/email-forget-password.ts';
import { gatewayBsgServer } from './calls/gateway/bsg/server.ts';
import { gatewayCommandsAnswer } from './calls/gateway/commands/answer.ts';
import { gatewayCommandsList } from './calls/gateway/commands/list.ts';
import { gatewayControl } from './calls/gateway/control.ts';
import { gatewayParametersDevices } from './calls/gateway/parameters/devices.ts';
import { gatewayParameters } from './calls/gateway/parameters.ts';
import { kspAlert } from './calls/ksp/alert.ts';
import { kspCureParamateMap } from './calls/ksp/cureParamateMap.ts';
import { kspHistoryDownload } from './calls/ksp/history/download.ts';
import { kspHistory } from './calls/ksp/history.ts';
import { kspOverview } from './calls/ksp/overview.ts';
import { kspParamateCure } from './calls/ksp/paramateCure.ts';
import { kspRecordTime } from './calls/ksp/recordTime.ts';
import { kspStatisticsElectricity } from './calls/ksp/statistics/electricity.ts';
import { kspStatisticsElectricityMap } from './calls/ksp/statistics/electricityMap.ts';
import { kspStatisticsOverview } from './calls/ksp/statistics/overview.ts';
import { mailChoice } from './calls/mail/choice.ts';
import { mailChoose } from './calls/mail/choose.ts';
import { operationState } from './calls/operation/state.ts';
import { overviewOverview } from './calls/overview/overview.ts';
import { overviewSiteStatusCounts } from './calls/overview/siteStatusCounts.ts';
import { problemAssign } from './calls/problem/assign.ts';
import { problemAssignees } from './calls/problem/assignees.ts';
import { problemList } from './calls/problem/list.ts';
import { problemSummary } from './calls/problem/summary.ts';
import { productCreate } from './calls/product/create.ts';
import { productDel } from './calls/product/del.ts';
import { productDetail } from './calls/product/detail.ts';
import { productList } from './calls/product/list.ts';
import { productPicture } from './calls/product/picture.ts';
import { productRemovePicture } from './calls/product/removePicture.ts';
import { productSnCreate } from './calls/product/sn/create.ts';
import { productSnDel } from './calls/product/sn/del.ts';
import { productSnImport } from './calls/product/sn/import.ts';
import { productSnInfo } from './calls/product/sn/info.ts';
import { productSnList } from './calls/product/sn/list.ts';
import { productSnOwnershipDecide } from './calls/product/sn/ownership/decide.ts';
import { productSnOwnershipProof } from './calls/product/sn/ownership/proof.ts';
import { productSnOwnership } from './calls/product/sn/ownership.ts';
import { productSnRequestsAnswer } from './calls/product/sn/requests/answer.ts';
import { productSnRequests } from './calls/product/sn/requests.ts';
import { productSnTemplate } from './calls/product/sn/template.ts';
import { productSn } from './calls/product/sn.ts';
import { productUpdate } from './calls/product/update.ts';
import { publicPlant } from './calls/public/plant.ts';
import { resetPasswordEmail } from './calls/reset-password-email.ts';
import { signInCompanyBegin } from './calls/sign-in/company/begin.ts';
import { signInCompany } from './calls/sign-in/company.ts';
import { signInPasskeyBegin } from './calls/sign-in/passkey/begin.ts';
import { signInPasskey } from './calls/sign-in/passkey.ts';
import { signIn } from './calls/sign-in.ts';
import { signUpCode } from './calls/sign-up/code.ts';
import { signUp } from './calls/sign-up.ts';
import { siteCreateFast } from './calls/site/createFast.ts';
import { siteDelete } from './calls/site/delete.ts';
import { siteDetail } from './calls/site/detail.ts';
import { siteEndCare } from './calls/site/endCare.ts';
import { siteHistoryColumns } from './calls/site/history/columns.ts';
import { siteHistoryFilesAsk } from './calls/site/history/files/ask.ts';
import { siteJoinRequestsAnswer } from './calls/site/joinRequests/answer.ts';
import { siteJoinRequests } from './calls/site/joinRequests.ts';
import { siteLayoutInfo } from './calls/site/layoutInfo.ts';
import { siteLayoutPhoto } from './calls/site/layoutPhoto.ts';
import { siteLimitRuleSetUp } from './calls/site/limitRule/setUp.ts';
import { siteLimitRule } from './calls/site/limitRule.ts';
import { siteListWithSN } from './calls/site/listWithSN.ts';
import { siteMap } from './calls/site/map.ts';
import { siteModulesPage } from './calls/site/modules/page.ts';
import { siteModules } from './calls/site/modules.ts';
import { siteOffersMake } from './calls/site/offers/make.ts';
import { siteOffersWithdraw } from './calls/site/offers/withdraw.ts';
import { siteOffers } from './calls/site/offers.ts';
import { siteOverview } from './calls/site/overview.ts';
import { sitePicture } from './calls/site/picture.ts';
import { sitePlayback } from './calls/site/playback.ts';
import { sitePricesSetUp } from './calls/site/prices/setUp.ts';
import { sitePrices } from './calls/site/prices.ts';
import { sitePublicLinksMake } from './calls/site/publicLinks/make.ts';
import { sitePublicLinksRevoke } from './calls/site/publicLinks/revoke.ts';
import { sitePublicLinks } from './calls/site/publicLinks.ts';
import { siteRemovePicture } from './calls/site/removePicture.ts';
import { siteReportDownload } from './calls/site/report/download.ts';
import { siteReport } from './calls/site/report.ts';
import { siteSetUpChecks } from './calls/site/setUp/checks.ts';
import { siteSnReportSettings } from './calls/site/sn/report/settings.ts';
import { siteSnReportSetUp } from './calls/site/sn/report/setUp.ts';
import { siteStatisticsDate } from './calls/site/statistics/date.ts';
import { siteStatisticsEcharts } from './calls/site/statistics/echarts.ts';
import { siteUpdateFast } from './calls/site/updateFast.ts';
import { siteUpdateLayoutInfo } from './calls/site/updateLayoutInfo.ts';
import { siteUpdatesAnswer } from './calls/site/updates/answer.ts';
import { siteUpdates } from './calls/site/updates.ts';
import { siteWeather7Day } from './calls/site/weather7Day.ts';
import { siteWeatherHours } from './calls/site/weatherHours.ts';
import { userCompanyCreate } from './calls/user/company/create.ts';
import { userCompanyDel } from './calls/user/company/del.ts';
import { userCompanyList } from './calls/user/company/list.ts';
import { userCompanySecondFactor } from './calls/user/company/secondFactor.ts';
import { userCompanySignInDel } from './calls/user/company/signIn/del.ts';
import { userCompanySignInProve } from './calls/user/company/signIn/prove.ts';
import { userCompanySignInSet } from './calls/user/company/signIn/set.ts';
import { userCompanySignInTest } from './calls/user/company/signIn/test.ts';
import { userCompanySignIn } from './calls/user/company/signIn.ts';
import { userCompanyUpdate } from './calls/user/company/update.ts';
import { userCreate } from './calls/user/create.ts';
import { userDel } from './calls/user/del.ts';
import { userDetail } from './calls/user/detail.ts';
import { userEndSessions } from './calls/user/endSessions.ts';
import { userFreeze } from './calls/user/freeze.ts';
import { userInvitationAccept } from './calls/user/invitation/accept.ts';
import { userInvitation } from './calls/user/invitation.ts';
import { userList } from './calls/user/list.ts';
import { userResetSecondFactor } from './calls/user/resetSecondFactor.ts';
import { userRoles } from './calls/user/roles.ts';
import { userUpdate } from './calls/user/update.ts';
import { webhookCreate } from './calls/webhook/create.ts';
import { webhookDel } from './calls/webhook/del.ts';
import { webhookDeliveries } from './calls/webhook/deliveries.ts';
import { webhookList } from './calls/webhook/list.ts';
import { webhookReplaceSecret } from './calls/webhook/replaceSecret.ts';
import { webhookSendAgain } from './calls/webhook/sendAgain.ts';
import { webhookTest } from './calls/webhook/test.ts';
import { webhookUpdate } from './calls/webhook/update.ts';

export const calls = {
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
} as const;

export type Calls = typeof calls;
export type Path = keyof Calls;
/** What a client may send: optional fields may be left out. */
export type Request<P extends Path> = z.input<Calls[P]['request']>;
/** What a handler gets: parsed, defaults filled in. */
export type ParsedRequest<P extends Path> = z.output<Calls[P]['request']>;
export type Response<P extends Path> = z.output<Calls[P]['response']>;
