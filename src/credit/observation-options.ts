/** What the recursion does at observation tokens, where trainers differ most (trace-schema §3; methods.md §2.1). */
import type { ChoiceSpec } from './options.ts'

export const OBSERVATIONS: ChoiceSpec = {
  kind: 'choice',
  name: 'observations',
  help: 'What the recursion does at observation tokens (mask m = 0): skip them, treat them like action tokens, or set their value and reward to 0.',
  default: 'skip',
  choices: [
    { value: 'skip', label: 'skip', tex: [String.raw`t + 1 \leftarrow \min\{u > t : m_u = 1\}`] },
    {
      value: 'dense',
      label: 'dense',
      tex: [
        String.raw`m_u = 0:\quad \delta_u = r_u + \gamma V_{u+1} - V_u`,
        String.raw`A_u = \delta_u + \gamma\lambda\, A_{u+1}`,
      ],
    },
    {
      value: 'zero',
      label: 'zero',
      tex: [
        String.raw`m_u = 0:\quad V_u = r_u = 0, \quad \delta_u = \gamma V_{u+1}`,
        String.raw`A_u = \delta_u + \gamma\lambda\, A_{u+1}`,
      ],
    },
  ],
}

/** Plain returns: also the reset of the running return at masked positions (verl of January 2026, SkyRL). */
export const RETURN_OBSERVATIONS: ChoiceSpec = {
  ...OBSERVATIONS,
  help: 'What the running return does at observation tokens (mask m = 0): skip them, count them as γ-steps, count them with reward 0, or start again from 0, as verl (January 2026) and SkyRL do.',
  choices: [
    OBSERVATIONS.choices[0],
    {
      value: 'dense',
      label: 'dense',
      tex: [String.raw`m_u = 0:\quad G_u = r_u + \gamma\, G_{u+1}`],
    },
    { value: 'zero', label: 'zero', tex: [String.raw`m_u = 0:\quad G_u = \gamma\, G_{u+1}`] },
    { value: 'reset', label: 'reset', tex: [String.raw`m_u = 0:\quad G_u = 0`] },
  ],
}

/** REINFORCE++ has no form that zeroes observations. */
export const REINFORCE_OBSERVATIONS: ChoiceSpec = {
  ...RETURN_OBSERVATIONS,
  help: 'What the running return does at observation tokens (mask m = 0): skip them, count them as γ-steps, or start again from 0, as verl (January 2026) and SkyRL do.',
  choices: RETURN_OBSERVATIONS.choices.filter((choice) => choice.value !== 'zero'),
}
