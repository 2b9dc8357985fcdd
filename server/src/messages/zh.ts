// The server's words in Chinese (simplified).
import type { Messages } from './en.ts';

const CALL_SERVICE = '如果该状态持续超过 1 小时,请联系客服。';

export const zh: Messages = {
  success: '成功',
  refusals: {
    badRequest: '请求有误:{field}({reason})。',
    unauthorized: '登录已过期,请重新登录',
    forbidden: '您没有权限执行此操作。',
    notFound: '该地址不存在。',
    fault: '服务器出现故障,已记录。请稍后再试。',
    maintenance: '网站正在维护,请稍后再试',
    wrongCredentials: '账号或密码错误。',
    tooManyRequests: '尝试次数过多。请等待 {seconds} 秒后再试。',
    accountFrozen: '该账号已被冻结。请联系管理该账号的公司。',
    wrongPassword: '旧密码错误。',
    samePassword: '新密码与旧密码相同。',
    noSuchSession: '该会话已经结束。',
    noSuchSite: '该电站不存在,或您无权查看。',
    noSuchDevice: '该设备不存在,或您无权查看。',
    noSuchProduct: '请说明 {sn} 是哪种产品。',
    noSuchUser: '没有您可以选择的账号 {email}。',
    serialNumberTaken: '校验失败，请检查后重试！（{sn}：已属于您的某个电站，须先在该电站释放）',
    serialNumberFailed: '校验失败，请检查后重试！（{sn}）',
    serialNumberRepeated: '校验失败，请检查后重试！（{sn}：重复出现）',
    unknownTimezone: '{value} 不是有效的时区。',
    unknownCountry: '{value} 不是有效的国家代码。',
    unknownCurrency: '{value} 不是有效的货币代码。',
    rangeTooLong: '时间范围过长:最多 {days} 天。',
    timeReversed: '所选时间不能早于上一个结束时间',
    keyReused: '该请求标识已用于其他请求。',
    siteHasChanged: '其他人刚刚修改了该电站,请重新加载。',
    setupLinkUsed: '该设置链接有误或已被使用。',
    noSuchCompany: '该公司不存在。',
    siteReadOnly: '您可以查看此电站，但只有业主和负责它的公司才能更改。',
    passwordCommon: '该密码属于最常用的 10,000 个密码之一，请换一个。',
    passwordIsAccount: '密码不能与账户的电子邮箱或其 @ 前的部分相同。',
    passwordIsProduct: '密码不能与本平台的名称相同。',
    tooManyChanges: '您有太多修改仍在进行中。请等待它们完成后再试。',
    tookTooLong: '操作耗时过长，未作任何更改。请重试。',
  },
  status: {
    online: '在线',
    offline: '离线',
    alert: '告警',
    uncommissioned: '未投运',
    notRegistered: '未注册',
  },
  ages: {
    justNow: '刚刚',
    minute: '1 分钟前',
    minutes: '{n} 分钟前',
    hour: '1 小时前',
    hours: '{n} 小时前',
    day: '1 天前',
    days: '{n} 天前',
    never: '从未',
  },
  noAlert: '正常',
  errors: {
    '0001': { title: '直流过压', explanation: '请检查组件是否适合该微型逆变器。' },
    '0002': { title: '直流欠压', explanation: '早晨、夜间或阴雨天可能出现此情况。' },
    '0004': { title: '瞬时保护', explanation: CALL_SERVICE },
    '0008': {
      title: '逆变器过压',
      explanation: '逆变器内部电压过高,已停机自我保护,之后会自动重新启动。如果连续几天都出现,请联系客服。',
    },
    '0010': { title: '频率过高', explanation: CALL_SERVICE },
    '0020': { title: '频率过低', explanation: CALL_SERVICE },
    '0040': {
      title: '交流电压有效值过高',
      explanation:
        '电网电压超过允许值。常见原因是到电表的电缆过长或过细,或中午附近有许多电站同时馈电。如果反复出现,请电工测量逆变器处的电压。',
    },
    '0080': {
      title: '交流电压有效值过低',
      explanation: '电网电压低于允许值。请检查断路器和交流接线;如果都正常,则由电网运营商负责。',
    },
    '0100': {
      title: '交流电压峰值过高',
      explanation: '电网上出现短时电压尖峰,通常由附近大负载的开关引起。偶尔出现无妨;如果频繁出现,请记录电网电压。',
    },
    '0200': {
      title: '交流电流有效值过高',
      explanation: '输出电流超过限值。逆变器会自行限制;如果在阳光充足时反复出现,请检查组件的数量和功率。',
    },
    '0400': {
      title: '交流电流峰值过高',
      explanation: '出现短时电流尖峰,通常由电网扰动或交流接头松动引起。如果反复出现,请检查交流电缆的插头。',
    },
    '0800': {
      title: '温度过高',
      explanation: '逆变器过热,输出功率降低。请确保其周围通风,并避免阳光直射。',
    },
    '1000': {
      title: 'ADC 错误',
      explanation: '逆变器无法可靠测量。请断开其交流侧一分钟;如果错误仍然存在,须更换逆变器。',
    },
    '2000': {
      title: '接地故障指示(GFDI)',
      explanation: '组件侧有电流流向大地,可能有危险:请远离组件边框和电缆,并请电工检查绝缘,雨后尤其需要注意。',
    },
    '4000': {
      title: '继电器错误',
      explanation: '并网继电器动作异常(仅部分型号)。请断开交流侧一分钟;如果错误仍然存在,须更换逆变器。',
    },
    '8000': { title: 'PLC 通信错误', explanation: CALL_SERVICE },
  },
  silence: {
    title: '无数据',
    explanation: '太阳已升起,但该设备已错过三次上报。请检查其电源及所在位置的 Wi-Fi。',
  },
  sources: {
    secondSource: {
      title: '{sn} 出现第二个来源',
      explanation:
        '{sn} 通常从 {usual} 上报。同时,带有该序列号的数据帧也来自 {other}。如果这不是本电站的线路,请在电站设置中填写允许的来源:来自其他地方的数据帧将被拒绝。',
    },
    foreignSource: {
      title: '{sn} 的数据帧被拒绝',
      explanation:
        '带有序列号 {sn} 的数据帧来自 {other},不在本电站允许的来源之内。如果电站更换了线路,请在电站设置中添加。',
    },
    guest: '带有序列号 {sn} 的数据帧来自不止一个地方。管理该电站的人可以看到具体来源。',
  },
};
