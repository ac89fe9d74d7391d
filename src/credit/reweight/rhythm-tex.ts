/** What attention rhythm does to a row of n action tokens, in TeX (reweight.ts computes it). */

export const RHYTHM_LOCAL = [
  String.raw`A_t \leftarrow a\, A_t, \quad t \in T_{\mathrm{loc}} = \operatorname{top}_{\lceil q n \rceil}(\Delta)`,
  String.raw`\Delta_t = |\mathrm{WAAD}_t - \mathrm{WAAD}_{t+1}|`,
] as const

export const RHYTHM_GLOBAL = [
  String.raw`A_t \leftarrow a\, A_t, \quad t \in T_{\mathrm{glob}} = \operatorname{top}_{\lceil q n \rceil}(\mathrm{FAI})`,
] as const

/** D: dominated anchors; I(D): the tokens that introduce them. The shares add up where sets overlap. */
export const RHYTHM_COUPLED = [
  String.raw`A_t \leftarrow \big(1 + (a - 1)\, w_t\big) A_t`,
  String.raw`w_t = 1_{T_{\mathrm{glob}} \setminus D} + (1 - \alpha_{\mathrm{back}})\, 1_{D} + \alpha_{\mathrm{back}}\, 1_{I(D)}`,
  String.raw`D = \{t \in T_{\mathrm{glob}} : \mathrm{WAAD}_t \le \operatorname{med}(\mathrm{WAAD}),\  \max_{t-3 \le u < t} \Delta_u \ge \operatorname{med}(\Delta)\}`,
  String.raw`I(D) = \{\operatorname{argmax}_{t-3 \le u < t} \Delta_u : t \in D\}`,
] as const
