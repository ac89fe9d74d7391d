import { dictionary } from '../../ui/text.tsx'

export const assumedWords = dictionary(
  {
    values: 'values: {source} (synthetic)',
    valuesAbsent: 'values: zero where the file has none (synthetic)',
    zero: 'zero',
    constant: 'constant {value}',
    ramp: 'ramp from {from} to the outcome',
    noise: 'noise {mean} ± {amplitude}, seed {seed}',
    fitted: 'values: fitted in the page, ridge {ridge}',
    fittedWith: 'values: fitted in the page, ridge {ridge}, R² {r2}',
    unfitted: 'values: zero (nothing to fit: {why})',
    outcome: 'outcome {value} (assumed)',
    absent: 'no outcome: reward counts as 0',
    drift: 'r·Â (B): simulated policy drift {size}, seed {seed}',
    title: 'Set on this page, not read from the file.',
  },
  {
    values: '价值：{source}（合成）',
    valuesAbsent: '价值：文件没有之处为零（合成）',
    zero: '零',
    constant: '常数 {value}',
    ramp: '从 {from} 线性升至结果',
    noise: '噪声 {mean} ± {amplitude}，种子 {seed}',
    fitted: '价值：本页拟合，岭参数 {ridge}',
    fittedWith: '价值：本页拟合，岭参数 {ridge}，R² {r2}',
    unfitted: '价值：零（无从拟合：{why}）',
    outcome: '结果 {value}（假定）',
    absent: '没有结果：奖励按 0 计',
    drift: 'r·Â (B)：模拟策略漂移 {size}，种子 {seed}',
    title: '由本页设定，不是从文件读取的。',
  },
)
