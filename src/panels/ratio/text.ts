import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    title: 'Ratio and clipping',
    of: 'r = exp({numerator} − {denominator})',
    noLogProbs:
      'The trace has no pair of log-prob columns: with log_probs and old_log_probs (or rollout_log_probs) this panel shows how ε clips the ratio.',
    none: 'No action token of this rollout has a ratio.',
    explain:
      'PPO stops the gradient of a token whose ratio has left 1 − ε low … 1 + ε high in the direction its advantage (under B) pushes it.',
    clipped: 'clipped',
    rollout: 'this rollout',
    batch: 'whole batch',
    segment: 'segment {n}',
    chart: 'Histogram of the ratio over {n} action tokens, logarithmic axis, {share} clipped',
    bin: '{from} … {to}: {n} tokens, {clipped} clipped',
    bySegment: 'Clipped share by segment',
    low: '1 − ε low = {value}',
    high: '1 + ε high = {value}',
  },
  {
    title: '比率与裁剪',
    of: 'r = exp({numerator} − {denominator})',
    noLogProbs:
      '轨迹没有成对的对数概率列：有了 log_probs 与 old_log_probs（或 rollout_log_probs），本面板会显示 ε 如何裁剪比率。',
    none: '此 rollout 没有带比率的动作 token。',
    explain:
      '当 token 的比率沿其优势（B）推动的方向越出 1 − ε low … 1 + ε high，PPO 就停掉它的梯度。',
    clipped: '被裁剪',
    rollout: '当前 rollout',
    batch: '整批',
    segment: '段 {n}',
    chart: '{n} 个动作 token 的比率直方图，对数坐标，{share} 被裁剪',
    bin: '{from} … {to}：{n} 个 token，{clipped} 个被裁剪',
    bySegment: '各段被裁剪的比例',
    low: '1 − ε low = {value}',
    high: '1 + ε high = {value}',
  },
)
