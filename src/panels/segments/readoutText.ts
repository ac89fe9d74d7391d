import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    token: 'segment {segment} · position {position} · {kind}',
    tokenAction: 'segment {segment} · position {position} · action token {action}',
    noAdvantage: 'no advantage: not an action token',
    value: 'V',
  },
  {
    token: '段 {segment} · 位置 {position} · {kind}',
    tokenAction: '段 {segment} · 位置 {position} · 动作 token {action}',
    noAdvantage: '无优势值：不是动作 token',
    value: 'V',
  },
)
