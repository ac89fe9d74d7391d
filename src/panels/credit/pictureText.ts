import { dictionary } from '../../ui/text.tsx'

export const pictureWords = dictionary(
  {
    saveSvg: 'SVG (vector)',
    savePng: 'PNG (2×)',
    saveSlide: 'PNG for a slide (16:9)',
    figureTitle: 'Rollout {id}: advantage under A and B',
    figureOutcome: 'outcome {outcome}',
    figureWindow: 'positions {from}–{to} of {all}',
    figureAlt: '{segments} segments, {tokens} action tokens. {reach}',
    partial: 'rows {first}–{end} of {all}; the saved picture holds these only',
  },
  {
    saveSvg: 'SVG（矢量）',
    savePng: 'PNG（2×）',
    saveSlide: '幻灯片用 PNG（16:9）',
    figureTitle: 'Rollout {id}：A 与 B 下的优势',
    figureOutcome: '结果 {outcome}',
    figureWindow: '位置 {from}–{to}，共 {all}',
    figureAlt: '{segments} 段，{tokens} 个动作 token。{reach}',
    partial: '第 {first}–{end} 行，共 {all} 行；保存的图片只含这些行',
  },
)
